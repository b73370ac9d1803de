/** One word behind `kotobashi`: answers the exit code. */
export type Command = (args: readonly string[]) => Promise<number>;
