interface ArrayKind<View> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer): View;
}

interface Settable<Numbers> {
  set(values: Numbers): void;
}

/** An array that threads read where it lies: of a length, or holding a copy of some values. */
export function shared<View extends Settable<ArrayLike<number>>>(
  kind: ArrayKind<View>,
  contents: number | ArrayLike<number>,
): View {
  const length = typeof contents === 'number' ? contents : contents.length;
  const view = new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT));
  if (typeof contents !== 'number') view.set(contents);
  return view;
}
