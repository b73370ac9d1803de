/** Which part of the service does not do what it should. */
export type TroubledPart = 'process' | 'database' | 'storage' | 'model' | 'requests';

/** Something that an operator has to know. */
export interface Trouble {
  readonly part: TroubledPart;
  /** What is wrong and what to do. Nothing about callers. */
  readonly message: string;
}
