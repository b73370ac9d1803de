/** One sub-command of `kotobashi`. Loaded only when it is called, so that `--help` costs nothing. */
export interface Command {
  readonly summary: string;
  readonly usage: string;
  /** Resolves to the exit code. */
  run(args: readonly string[]): Promise<number>;
}
