import proto, { type onnx } from 'onnx-proto';

const OPSET = 17;
const IR_VERSION = 8;

/** ONNX element types that the exporter uses. */
export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
export const INT32 = 6;
export const INT64 = 7;
export const BOOL = 9;

export type Dimension = number | string;
export type Attribute =
  | number
  | string
  | readonly number[]
  | { readonly float: number }
  | { readonly graph: GraphBuilder };

/** Where big tensors go: a file beside the graph, or the graph itself. */
export interface TensorStore {
  /** Returns the tensor's place, or undefined to keep it inside the graph. */
  place(
    name: string,
    bytes: Uint8Array,
  ): { readonly file: string; readonly offset: number; readonly length: number } | undefined;
}

function attribute(name: string, value: Attribute): onnx.IAttributeProto {
  const types = proto.onnx.AttributeProto.AttributeType;
  if (typeof value === 'number') return { name, type: types.INT, i: value };
  if (typeof value === 'string') return { name, type: types.STRING, s: new TextEncoder().encode(value) };
  if ('float' in value) return { name, type: types.FLOAT, f: value.float };
  if ('graph' in value) return { name, type: types.GRAPH, g: value.graph.graph() };
  return { name, type: types.INTS, ints: [...value] };
}

function valueInfo(name: string, type: number, dims: readonly Dimension[]): onnx.IValueInfoProto {
  const dim = dims.map((d) => (typeof d === 'string' ? { dimParam: d } : { dimValue: d }));
  return { name, type: { tensorType: { elemType: type, shape: { dim } } } };
}

/**
 * Writes an ONNX graph node by node. `op` returns the name of the node's output, so that a layer reads like
 * the formula it stands for.
 */
export class GraphBuilder {
  readonly #nodes: onnx.INodeProto[] = [];
  readonly #inputs: onnx.IValueInfoProto[] = [];
  readonly #outputs: onnx.IValueInfoProto[] = [];
  readonly #initializers = new Map<string, onnx.ITensorProto>();
  readonly #public = new Map<string, string>();
  readonly #store: TensorStore | undefined;
  #counter = 0;

  /** The graph around this one, when it is a branch: constants are kept there, once for all branches. */
  readonly #outer: GraphBuilder | undefined;

  constructor(
    readonly name: string,
    store?: TensorStore,
    outer?: GraphBuilder,
  ) {
    this.#outer = outer;
    this.#store = store;
  }

  input(name: string, type: number, dims: readonly Dimension[]): string {
    this.#inputs.push(valueInfo(name, type, dims));
    return name;
  }

  /** Gives a tensor its public name. A renaming, because an Identity node would copy it at every run. */
  output(from: string, name: string, type: number, dims: readonly Dimension[]): void {
    this.#public.set(from, name);
    this.#outputs.push(valueInfo(name, type, dims));
  }

  ops(
    opType: string,
    inputs: readonly string[],
    count: number,
    attributes: Readonly<Record<string, Attribute>> = {},
    domain = '',
  ): string[] {
    // Names of a branch must not hide those of the graph around it.
    const id = `${this.name}/${opType}_${this.#counter++}`;
    const output = Array.from({ length: count }, (_, i) => `${id}:${i}`);
    this.#nodes.push({
      opType,
      domain,
      name: id,
      input: [...inputs],
      output,
      attribute: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    });
    return output;
  }

  op(
    opType: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    domain = '',
  ): string {
    const [only] = this.ops(opType, inputs, 1, attributes, domain);
    if (only === undefined) throw new Error(`${opType} has no output.`);
    return only;
  }

  contrib(
    opType: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): string {
    return this.op(opType, inputs, attributes, 'com.microsoft');
  }

  /** A constant tensor; the same name twice is the same tensor. */
  constant(
    name: string,
    type: number,
    dims: readonly number[],
    data: Float32Array | Int8Array | Uint8Array | BigInt64Array,
  ): string {
    if (this.#outer !== undefined) return this.#outer.constant(name, type, dims, data);
    if (this.#initializers.has(name)) return name;
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return this.#keep(name, type, dims, bytes, this.#store?.place(name, bytes));
  }

  /** A list of numbers that belongs to this graph alone and stays inside it, however long. */
  inner(name: string, numbers: Int32Array): string {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    return this.#keep(name, INT32, [numbers.length], bytes, undefined);
  }

  #keep(
    name: string,
    type: number,
    dims: readonly number[],
    bytes: Uint8Array,
    place: ReturnType<TensorStore['place']>,
  ): string {
    const tensor: onnx.ITensorProto = { name, dataType: type, dims: [...dims] };
    if (place === undefined) {
      tensor.rawData = bytes;
    } else {
      tensor.dataLocation = proto.onnx.TensorProto.DataLocation.EXTERNAL;
      tensor.externalData = [
        { key: 'location', value: place.file },
        { key: 'offset', value: String(place.offset) },
        { key: 'length', value: String(place.length) },
      ];
    }
    this.#initializers.set(name, tensor);
    return name;
  }

  scalar(value: number): string {
    return this.constant(`scalar/${value}`, FLOAT, [], Float32Array.of(value));
  }

  shape(...dims: readonly number[]): string {
    return this.constant(
      `shape/${dims.join(',')}`,
      INT64,
      [dims.length],
      BigInt64Array.from(dims, (d) => BigInt(d)),
    );
  }

  reshape(x: string, ...dims: readonly number[]): string {
    return this.op('Reshape', [x, this.shape(...dims)]);
  }

  graph(): onnx.IGraphProto {
    const publicName = (name: string) => this.#public.get(name) ?? name;
    return {
      name: this.name,
      node: this.#nodes.map((node) => ({
        ...node,
        input: node.input?.map(publicName) ?? [],
        output: node.output?.map(publicName) ?? [],
      })),
      input: this.#inputs,
      output: this.#outputs,
      initializer: [...this.#initializers.values()],
    };
  }

  encode(): Uint8Array {
    return proto.onnx.ModelProto.encode({
      irVersion: IR_VERSION,
      producerName: 'kotobashi',
      opsetImport: [
        { domain: '', version: OPSET },
        { domain: 'com.microsoft', version: 1 },
      ],
      graph: this.graph(),
    }).finish();
  }
}
