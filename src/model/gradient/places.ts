/** Sizes of a decoder. */
export interface DecoderShape {
  readonly layers: number;
  readonly width: number;
  /** Width inside the feed-forward part. */
  readonly inner: number;
}

/** A matrix of the decoder that is trained: one layer of the model, or several that read the same input. */
export interface MatrixPlace {
  readonly names: readonly string[];
  readonly inputs: number;
  readonly outputs: number;
  /** Its input has been through a ReLU. */
  readonly afterRelu?: boolean;
}

export interface LayerPlaces {
  readonly selfIn: MatrixPlace;
  readonly selfOut: MatrixPlace;
  readonly crossIn: MatrixPlace;
  readonly crossOut: MatrixPlace;
  readonly inner: MatrixPlace;
  readonly outer: MatrixPlace;
}

/** Name of a decoder layer. */
export function layerName(index: number): string {
  return `decoder.layers.${index}`;
}

/** The trained matrices of each decoder layer; keys and values of the source are the encoder's and stay as they are. */
export function decoderLayers({ layers, width, inner }: DecoderShape): readonly LayerPlaces[] {
  return Array.from({ length: layers }, (_, index) => {
    const square = (...names: string[]): MatrixPlace => ({
      names: names.map((name) => `${layerName(index)}.${name}`),
      inputs: width,
      outputs: width * names.length,
    });
    return {
      selfIn: square('self_attn.q_proj', 'self_attn.k_proj', 'self_attn.v_proj'),
      selfOut: square('self_attn.out_proj'),
      crossIn: square('encoder_attn.q_proj'),
      crossOut: square('encoder_attn.out_proj'),
      inner: { ...square('fc1'), outputs: inner },
      outer: { ...square('fc2'), inputs: inner, afterRelu: true },
    };
  });
}

export function decoderMatrices(shape: DecoderShape): readonly MatrixPlace[] {
  return decoderLayers(shape).flatMap((places): MatrixPlace[] => Object.values(places));
}

export function decoderNorms({ layers }: DecoderShape): readonly string[] {
  const kinds = ['self_attn_layer_norm', 'encoder_attn_layer_norm', 'final_layer_norm'];
  return [
    ...Array.from({ length: layers }, (_, index) =>
      kinds.map((kind) => `${layerName(index)}.${kind}`),
    ).flat(),
    'decoder.layer_norm',
  ];
}

/** A block of numbers that is trained. */
export interface ParameterPlace {
  readonly name: string;
  readonly dims: readonly number[];
}

/** A small layer behind the last norm, which corrects the state that the output layer reads: h + relu(h·A + b)·B. */
export const HEAD = Object.freeze({ name: 'decoder.head', rank: 64 });

/** Everything that is trained, in the order in which it is stored. */
export function decoderParameters(shape: DecoderShape, rank: number): readonly ParameterPlace[] {
  const matrices = decoderMatrices(shape).flatMap(({ names, inputs, outputs }) => {
    const name = names.join('+');
    return [
      { name: `${name}.down`, dims: [inputs, rank] },
      { name: `${name}.up`, dims: [rank, outputs] },
      { name: `${name}.bias`, dims: [outputs] },
    ];
  });
  const norms = decoderNorms(shape).flatMap((name) => [
    { name: `${name}.gamma`, dims: [shape.width] },
    { name: `${name}.beta`, dims: [shape.width] },
  ]);
  const head = [
    { name: `${HEAD.name}.down`, dims: [shape.width, HEAD.rank] },
    { name: `${HEAD.name}.bias`, dims: [HEAD.rank] },
    { name: `${HEAD.name}.up`, dims: [HEAD.rank, shape.width] },
  ];
  return [...matrices, ...norms, ...head];
}
