import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { AXE, axeColours, axeRun, barriersOf, HAS_AXE } from './axe.js';
import { type Person, type SavedFile, watching } from './person.js';

/** People see it at once; a machine that runs many tests at a time may need longer. */
const SOON_MS = 60_000;

/** Between two looks at the page. */
const LOOK_MS = 20;

const WIDTHS = [1280, 360];
const HEIGHT = 800;
const SCHEMES = ['light', 'dark'] as const;

/** In a real browser. */
export class BrowserPerson implements Person {
  private constructor(
    readonly page: Page,
    /** What the page did that no page should: errors, and requests to other hosts. */
    readonly misdeeds: string[],
  ) {}

  static async at(
    browser: Browser,
    url: string,
    options: BrowserContextOptions = {},
  ): Promise<BrowserPerson> {
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(SOON_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    const misdeeds: string[] = [];
    const { host } = new URL(url);
    page.on('pageerror', (error) => misdeeds.push(error.message));
    page.on('request', (request) => {
      const asked = new URL(request.url());
      if (asked.protocol !== 'blob:' && asked.host !== host) misdeeds.push(`request to ${asked.host}`);
    });
    // What is wanted of the page is waited for; nobody needs its last file first.
    await page.goto(url, { waitUntil: 'commit' });
    return new BrowserPerson(page, misdeeds);
  }

  async address(): Promise<string> {
    return this.page.url();
  }

  async goTo(hash: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  }

  async sees(text: string, timeoutMs = SOON_MS): Promise<void> {
    await this.page.getByText(text).first().waitFor({ timeout: timeoutMs });
  }

  async texts(selector: string): Promise<readonly string[]> {
    return await this.page.locator(selector).allTextContents();
  }

  async attributes(selector: string, name: string): Promise<readonly (string | null)[]> {
    const found = await this.page.locator(selector).all();
    return await Promise.all(found.map((element) => element.getAttribute(name)));
  }

  async finds(selector: string, expected: RegExp): Promise<string> {
    await expect
      .poll(async () => (await this.texts(selector)).join('\n'), { timeout: SOON_MS, interval: LOOK_MS })
      .toMatch(expected);
    return (await this.texts(selector)).join('\n');
  }

  async watches(selector: string): Promise<() => Promise<readonly string[]>> {
    await this.page.evaluate(watching(selector));
    return () => this.page.evaluate('said');
  }

  async fill(name: string, value: string): Promise<void> {
    const control = (await this.#front()).getByLabel(name, { exact: true });
    const isChoice = await control.evaluate((element) => element.tagName === 'SELECT');
    if (isChoice) await control.selectOption(value);
    else await control.fill(value);
  }

  async choose(name: string, fileName: string, content: string): Promise<void> {
    const file = { name: fileName, mimeType: 'text/plain', buffer: Buffer.from(content) };
    await (await this.#front()).getByLabel(name, { exact: true }).setInputFiles(file);
  }

  async press(name: string): Promise<void> {
    const front = await this.#front();
    const of = (role: 'button' | 'link') => front.getByRole(role, { name, exact: true });
    await of('button').or(of('link')).first().click();
  }

  async saves(name: string): Promise<SavedFile> {
    const coming = this.page.waitForEvent('download');
    await this.press(name);
    const download = await coming;
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }

  async clipboard(): Promise<string> {
    return await this.page.evaluate('navigator.clipboard.readText()');
  }

  async opensSentence(text: string): Promise<void> {
    await this.page.locator('.target-pane [role=button]', { hasText: text }).click();
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  async kept(): Promise<string> {
    return await this.page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
  }

  async hiddenCookies(): Promise<readonly string[]> {
    const cookies = await this.page.context().cookies();
    return cookies.filter(({ httpOnly }) => httpOnly).map(({ name }) => name);
  }

  async disconnect(isOut: boolean): Promise<void> {
    await this.page.context().setOffline(isOut);
  }

  /** Wide and narrow, light and dark; a page that is wider than its window is one too. */
  async barriers(): Promise<readonly string[]> {
    const { page } = this;
    if (!(await page.evaluate(HAS_AXE))) await page.evaluate(AXE);
    const found: string[] = [];
    const before = page.viewportSize();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const [at, colorScheme] of SCHEMES.entries()) {
        await page.emulateMedia({ colorScheme });
        const barriers = barriersOf(await page.evaluate(at === 0 ? axeRun() : axeColours()));
        found.push(...barriers.map((barrier) => `${width} px, ${colorScheme}: ${barrier}`));
      }
      if (await this.#isTooWide()) found.push(`${width} px: the page is wider than its window`);
    }
    if (before) await page.setViewportSize(before);
    return found;
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }

  async #isTooWide(): Promise<boolean> {
    const { page } = this;
    return await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  }

  /** What can be reached: a dialog lies above everything else. */
  async #front(): Promise<Locator> {
    const dialog = this.page.locator('dialog[open]');
    return (await dialog.count()) > 0 ? dialog.last() : this.page.locator('body');
  }
}
