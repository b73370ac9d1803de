const MEGABYTE = 1024 ** 2;

/** Bounds of what one archive may hold; beyond any office document, and within the memory of a reader thread. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  /** Bytes of all entries together, unpacked. */
  total: 512 * MEGABYTE,
  /** Bytes of one part that is read as text, unpacked. */
  part: 96 * MEGABYTE,
  /** Unpacked to packed, of one entry; text reaches 30, sheets of equal cells 100. */
  ratio: 250,
  /** Below this size a high ratio harms nobody. */
  harmless: 4 * MEGABYTE,
} as const;
