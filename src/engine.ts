/** The ways a contract may have its texts translated. */
export const ENGINES = ['t4oo', 'real-time', 'custom'] as const;
export type Engine = (typeof ENGINES)[number];

/** How the model looks for a translation: greedily, or with a beam. */
export const SEARCHES = ['fast', 'best'] as const;
export type SearchMode = (typeof SEARCHES)[number];

/** Dates, times and units of a translation: as the source writes them, or as the target language does. Values stay. */
export const FORMATS = ['keep', 'convert'] as const;
export type FormatMode = (typeof FORMATS)[number];
