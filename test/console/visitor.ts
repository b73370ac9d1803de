import { resolveObjectURL } from 'node:buffer';
import {
  Browser,
  BrowserErrorCaptureEnum,
  type HTMLAnchorElement,
  type HTMLElement,
  type HTMLInputElement,
} from 'happy-dom';
import { vi } from 'vitest';
import type { TestApp } from '../setup/app.js';
import { AXE, axeRun, barriersOf, HAS_AXE, type Violation } from './axe.js';

const NEED_A_DRAWN_PAGE = ['color-contrast', 'target-size', 'scrollable-region-focusable'];
const SOON = { timeout: 20_000, interval: 20 };

type Page = ReturnType<Browser['newPage']>;

/** Somebody in front of the page: as it was built, from the running service, with what people see and press. */
export class Visitor {
  readonly #browser: Browser;
  readonly #page: Page;
  /** Names and addresses of the files that the page gave to be kept. */
  readonly saved: { readonly name: string; readonly address: string }[] = [];
  #fetch: Page['mainFrame']['window']['fetch'] | undefined;

  private constructor() {
    this.#browser = new Browser({
      settings: {
        enableJavaScriptEvaluation: true,
        enableCSSFileLoading: true,
        suppressInsecureJavaScriptEnvironmentWarning: true,
        errorCapture: BrowserErrorCaptureEnum.processLevel,
        navigation: { beforeContentCallback: (window) => this.#equip(window) },
      },
    });
    this.#page = this.#browser.newPage();
  }

  /** What pages of the same machine have in every browser: a clipboard, and a folder for downloads. */
  #equip(window: Page['mainFrame']['window']): void {
    const { saved } = this;
    Object.assign(window, { isSecureContext: true });
    const { prototype } = window.HTMLAnchorElement;
    const { click } = prototype;
    prototype.click = function (this: HTMLAnchorElement) {
      if (this.download === '') click.call(this);
      else saved.push({ name: this.download, address: this.href });
    };
  }

  static async at(app: TestApp, hash = ''): Promise<Visitor> {
    const visitor = new Visitor();
    await visitor.#page.goto(`${app.url}/console/${hash}`);
    await visitor.sees('Kotobashi');
    return visitor;
  }

  get #window() {
    return this.#page.mainFrame.window;
  }

  get url(): string {
    return this.#window.location.href;
  }

  get hash(): string {
    return this.#window.location.hash;
  }

  /** What the page keeps in the browser. */
  get kept(): string {
    const { sessionStorage, localStorage } = this.#window;
    return JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
  }

  /** Names of the cookies that scripts of the page cannot read. */
  get hiddenCookies(): string[] {
    const address = new URL(this.url);
    const cookies = this.#browser.defaultContext.cookieContainer.getCookies(address, false);
    return cookies.filter(({ httpOnly }) => httpOnly).map(({ key }) => key);
  }

  /** The text of the page, or of the parts that a selector finds. */
  text(selector = 'body'): string {
    return this.texts(selector).join('\n');
  }

  texts(selector: string): string[] {
    return Array.from(this.#window.document.querySelectorAll(selector), (found) => found.textContent ?? '');
  }

  attributes(selector: string, name: string): (string | null)[] {
    return Array.from(this.#window.document.querySelectorAll(selector), (found) => found.getAttribute(name));
  }

  async lastSaved(): Promise<{ readonly name: string; readonly text: string }> {
    const { name = '', address = '' } = this.saved.at(-1) ?? {};
    const blob = resolveObjectURL(address);
    if (blob === undefined) throw new Error(`There is nothing at ${address}.`);
    return { name, text: await blob.text() };
  }

  async clipboard(): Promise<string> {
    return await this.#window.navigator.clipboard.readText();
  }

  async reload(): Promise<void> {
    await this.#page.reload();
  }

  async sees(text: string, timeout = SOON.timeout): Promise<void> {
    await vi.waitFor(
      () => {
        if (!this.text().includes(text)) throw new Error(`The page does not say "${text}": ${this.text()}`);
      },
      { ...SOON, timeout },
    );
  }

  /** Types into, or chooses in, what a label names. */
  fill(label: string, value: string): void {
    const control = this.#labelled(label);
    // React looks for changes behind the back of its own setter.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
    if (setter === undefined) throw new Error(`Nothing can be typed into "${label}".`);
    setter.call(control, value);
    for (const kind of ['input', 'change']) {
      control.dispatchEvent(new this.#window.Event(kind, { bubbles: true }));
    }
  }

  choose(label: string, fileName: string, content: string): void {
    const control = this.#labelled(label) as HTMLInputElement;
    const files = new this.#window.FileList();
    files.push(new this.#window.File([content], fileName));
    control.files = files;
    control.dispatchEvent(new this.#window.Event('change', { bubbles: true }));
  }

  /** Presses the button or follows the link with this text. */
  press(text: string): void {
    const { document } = this.#window;
    const isMeant = (element: { textContent: string | null; getAttribute(name: string): string | null }) =>
      element.textContent === text || element.getAttribute('aria-label') === text;
    // A dialog lies above everything else, and the navigation has names that buttons of pages have too.
    const found =
      [...document.querySelectorAll('dialog[open] button, dialog[open] a')].find(isMeant) ??
      [...document.querySelectorAll('main button, main a')].find(isMeant) ??
      [...document.querySelectorAll('button, a')].find(isMeant);
    if (found === undefined) throw new Error(`There is nothing to press called "${text}".`);
    // As in a browser: whoever presses it waits until it can be pressed.
    if (found.hasAttribute('disabled')) throw new Error(`"${text}" cannot be pressed yet.`);
    (found as HTMLElement).click();
  }

  /** Clicks on a part of the page that says this. */
  click(selector: string, text: string): void {
    const found = [...this.#window.document.querySelectorAll(selector)].find((element) =>
      element.textContent?.includes(text),
    );
    if (found === undefined) throw new Error(`There is nothing in ${selector} that says "${text}".`);
    (found as HTMLElement).click();
  }

  goTo(hash: string): void {
    this.#window.location.hash = hash;
  }

  /** Pulls the network cable, or puts it back. */
  disconnect(isOut: boolean): void {
    this.#fetch ??= this.#window.fetch;
    this.#window.fetch = isOut ? () => Promise.reject(new TypeError('Failed to fetch')) : this.#fetch;
  }

  /** What axe finds without a drawn page: names, roles, structure. */
  async barriers(): Promise<readonly string[]> {
    if (!this.evaluate(HAS_AXE)) this.evaluate(AXE);
    return barriersOf((await this.evaluate(axeRun(...NEED_A_DRAWN_PAGE))) as readonly Violation[]);
  }

  /** Runs a script in the page. */
  evaluate(script: string): unknown {
    return this.#window.eval(script);
  }

  async signIn({ accessKey, secretKey }: { accessKey: string; secretKey: string }): Promise<void> {
    await this.sees('Secret key');
    this.fill('Access key', accessKey);
    this.fill('Secret key', secretKey);
    this.press('Sign in');
    await vi.waitFor(() => {
      if (this.texts('input[type=password]').length > 0 && this.texts('.failure').length === 0) {
        throw new Error('The page neither let us in nor refused.');
      }
    }, SOON);
  }

  async leave(): Promise<void> {
    await this.#browser.close();
  }

  #labelled(text: string): HTMLElement {
    const { document } = this.#window;
    const front = document.querySelector('dialog[open]') ?? document.body;
    const label = [...front.querySelectorAll('label')].find((found) => found.textContent === text);
    const control =
      (label && (document.getElementById(label.getAttribute('for') ?? '') ?? label.querySelector('input'))) ??
      front.querySelector(
        `input[aria-label="${text}"], select[aria-label="${text}"], textarea[aria-label="${text}"]`,
      );
    if (!control) throw new Error(`There is no field called "${text}".`);
    return control as HTMLElement;
  }
}
