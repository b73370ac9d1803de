import { expect } from 'vitest';
import type { TestApp } from '../setup/app.js';
import { type Person, type SavedFile, watching } from './person.js';
import { Visitor } from './visitor.js';

/** People see it at once; a machine that runs many tests at a time may need longer. */
const SOON_MS = 60_000;
/** Between two looks at the page. */
const LOOK_MS = 20;

/** In the DOM alone: nothing is drawn, so nothing can be covered, too wide or too pale. */
export class DomPerson implements Person {
  private constructor(readonly visitor: Visitor) {}

  static async at(app: TestApp, hash: string): Promise<DomPerson> {
    return new DomPerson(await Visitor.at(app, hash));
  }

  async address(): Promise<string> {
    return this.visitor.url;
  }

  async goTo(hash: string): Promise<void> {
    this.visitor.goTo(hash);
  }

  async sees(text: string, timeoutMs = SOON_MS): Promise<void> {
    await this.visitor.sees(text, timeoutMs);
  }

  async texts(selector: string): Promise<readonly string[]> {
    return this.visitor.texts(selector);
  }

  async attributes(selector: string, name: string): Promise<readonly (string | null)[]> {
    return this.visitor.attributes(selector, name);
  }

  async finds(selector: string, expected: RegExp): Promise<string> {
    await expect
      .poll(() => this.visitor.text(selector), { timeout: SOON_MS, interval: LOOK_MS })
      .toMatch(expected);
    return this.visitor.text(selector);
  }

  async watches(selector: string): Promise<() => Promise<readonly string[]>> {
    this.visitor.evaluate(watching(selector));
    return async () => this.visitor.evaluate('said') as readonly string[];
  }

  async fill(name: string, value: string): Promise<void> {
    await this.#once(() => this.visitor.fill(name, value));
  }

  async choose(name: string, fileName: string, content: string): Promise<void> {
    await this.#once(() => this.visitor.choose(name, fileName, content));
  }

  async press(name: string): Promise<void> {
    await this.#once(() => this.visitor.press(name));
  }

  async saves(name: string): Promise<SavedFile> {
    const before = this.visitor.saved.length;
    await this.press(name);
    await expect.poll(() => this.visitor.saved.length, { timeout: SOON_MS }).toBeGreaterThan(before);
    return await this.visitor.lastSaved();
  }

  async clipboard(): Promise<string> {
    return await this.visitor.clipboard();
  }

  async opensSentence(text: string): Promise<void> {
    await this.#once(() => this.visitor.click('.target-pane [role=button]', text));
  }

  async disconnect(isOut: boolean): Promise<void> {
    this.visitor.disconnect(isOut);
  }

  async barriers(): Promise<readonly string[]> {
    return await this.visitor.barriers();
  }

  async reload(): Promise<void> {
    await this.visitor.reload();
  }

  async kept(): Promise<string> {
    return this.visitor.kept;
  }

  async hiddenCookies(): Promise<readonly string[]> {
    return this.visitor.hiddenCookies;
  }

  async leave(): Promise<void> {
    await this.visitor.leave();
  }

  /** People wait until what they want to press is there. */
  async #once(act: () => void): Promise<void> {
    await expect.poll(() => attempted(act), { timeout: SOON_MS, interval: LOOK_MS }).toBe('done');
  }
}

function attempted(act: () => void): string {
  try {
    act();
    return 'done';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
