/** A model folder that cannot be used, and why, in one sentence. */
export class BrokenModel extends Error {
  override readonly name = 'BrokenModel';
}
