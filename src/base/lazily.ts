/**
 * Something that never changes, made when it is first asked for and then for all of a process: a table of the program, a
 * pattern. Services of one process share it. What fails is tried again by whoever asks next; a promise is kept as it is.
 */
export function lazily<Made>(make: () => Made): () => Made {
  let kept: { readonly made: Made } | undefined;
  return () => {
    kept ??= { made: make() };
    return kept.made;
  };
}
