/** Notes in the page what a part of it says at every change. */
export const watching = (selector: string) => `{
  globalThis.said = [];
  const look = () => said.push(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '');
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}`;

/** A file that the page gave to be kept. */
export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** Somebody in front of the page, whatever shows it: a browser, or where there is none, the DOM alone. */
export interface Person {
  /** The address in the bar. */
  address(): Promise<string>;
  goTo(hash: string): Promise<void>;
  /** Waits for words. */
  sees(text: string, timeoutMs?: number): Promise<void>;
  /** The text of the parts that a selector finds, as it stands now. */
  texts(selector: string): Promise<readonly string[]>;
  /** An attribute of the parts that a selector finds, as it stands now. */
  attributes(selector: string, name: string): Promise<readonly (string | null)[]>;
  /** The text of the parts that a selector finds, once it fits. */
  finds(selector: string, expected: RegExp): Promise<string>;
  /** Looks at a part of the page from now on; the answer tells what it has said since, change by change. */
  watches(selector: string): Promise<() => Promise<readonly string[]>>;
  /** Types into, or chooses in, what has this name. */
  fill(name: string, value: string): Promise<void>;
  choose(name: string, fileName: string, content: string): Promise<void>;
  /** Presses the button or follows the link of this name. */
  press(name: string): Promise<void>;
  /** Presses a button that gives a file to be kept. */
  saves(name: string): Promise<SavedFile>;
  /** What was copied last. */
  clipboard(): Promise<string>;
  /** Opens the sentence of the translation that says this. */
  opensSentence(text: string): Promise<void>;
  /** Pulls the network cable, or puts it back. */
  disconnect(isOut: boolean): Promise<void>;
  /** What hinders people, as axe sees it. */
  barriers(): Promise<readonly string[]>;
  /** Loads the page again. */
  reload(): Promise<void>;
  /** What the page keeps in the browser. */
  kept(): Promise<string>;
  /** Names of the cookies that the browser keeps for the page and its scripts cannot read. */
  hiddenCookies(): Promise<readonly string[]>;
  leave(): Promise<void>;
}
