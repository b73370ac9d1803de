/** Somebody in front of the page, whatever shows it: a browser, or where there is none, the DOM alone. */
export interface Person {
  /** The address in the bar. */
  address(): Promise<string>;
  goTo(hash: string): Promise<void>;
  /** Waits for words. */
  sees(text: string, timeoutMs?: number): Promise<void>;
  /** The text of the parts that a selector finds, as it stands now. */
  texts(selector: string): Promise<readonly string[]>;
  /** The text of the parts that a selector finds, once it fits. */
  finds(selector: string, expected: RegExp): Promise<string>;
  /** Types into, or chooses in, what has this name. */
  fill(name: string, value: string): Promise<void>;
  choose(name: string, fileName: string, content: string): Promise<void>;
  /** Presses the button or follows the link of this name. */
  press(name: string): Promise<void>;
  /** Opens the sentence of the translation that says this. */
  opensSentence(text: string): Promise<void>;
  /** What the page keeps in the browser. */
  kept(): Promise<string>;
  leave(): Promise<void>;
}
