/** Why a command cannot begin its work. The message is for the person who started it: what is wrong and what to do. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
