/** The ways a contract may have its texts translated. */
export const ENGINES = ['t4oo', 'real-time', 'custom'] as const;
export type Engine = (typeof ENGINES)[number];

/** How the model looks for a translation: greedily, or with a beam. */
export const SEARCHES = ['fast', 'best'] as const;
export type SearchMode = (typeof SEARCHES)[number];

/**
 * Where sentences are translated: by the model in this process; by a pool of our own processes on other machines; by a large
 * language model behind a chat endpoint.
 */
export const INFERENCES = ['local', 'pool', 'chat'] as const;
export type Inference = (typeof INFERENCES)[number];

/** Dates, times and units of a translation: as the source writes them, or as the target language does. Values stay. */
export const FORMATS = ['keep', 'convert'] as const;
export type FormatMode = (typeof FORMATS)[number];

/** Names of people, places and institutions: as the target language writes them, or as the source does. */
export const NAME_MODES = ['customary', 'keep'] as const;
export type NameMode = (typeof NAME_MODES)[number];

/** Of a Japanese translation: です・ます, だ・である, or what a text of its kind is written in. */
export const FORMALITIES = ['auto', 'polite', 'plain'] as const;
export type Formality = (typeof FORMALITIES)[number];
