/** The ways a contract may have its texts translated. */
export const ENGINES = ['t4oo', 'real-time', 'custom'] as const;
export type Engine = (typeof ENGINES)[number];
