import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from './person.js';

/** People see it at once; a machine that runs many tests at a time may need longer. */
const SOON_MS = 60_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

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
    const context = await browser.newContext({ locale: 'en-US', ...options });
    context.setDefaultTimeout(SOON_MS);
    const page = await context.newPage();
    const misdeeds: string[] = [];
    const { host } = new URL(url);
    page.on('pageerror', (error) => misdeeds.push(error.message));
    page.on('request', (request) => {
      const asked = new URL(request.url());
      if (asked.protocol !== 'blob:' && asked.host !== host) misdeeds.push(`request to ${asked.host}`);
    });
    await page.goto(url);
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

  async finds(selector: string, expected: RegExp): Promise<string> {
    await expect
      .poll(async () => (await this.texts(selector)).join('\n'), { timeout: SOON_MS })
      .toMatch(expected);
    return (await this.texts(selector)).join('\n');
  }

  async fill(name: string, value: string): Promise<void> {
    const control = this.page.getByLabel(name, { exact: true });
    const isChoice = await control.evaluate((element) => element.tagName === 'SELECT');
    if (isChoice) await control.selectOption(value);
    else await control.fill(value);
  }

  async choose(name: string, fileName: string, content: string): Promise<void> {
    const file = { name: fileName, mimeType: 'text/plain', buffer: Buffer.from(content) };
    await this.page.getByLabel(name, { exact: true }).setInputFiles(file);
  }

  async press(name: string): Promise<void> {
    await this.#pressable(name).click();
  }

  async opensSentence(text: string): Promise<void> {
    await this.page.locator('.target-pane [role=button]', { hasText: text }).click();
  }

  async kept(): Promise<string> {
    return await this.page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
  }

  /** What hinders people, as axe sees it: rules of WCAG A and AA that are broken in a way that matters. */
  async barriers(): Promise<readonly string[]> {
    await this.page.evaluate(AXE);
    const violations: readonly Violation[] = await this.page.evaluate(
      `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then((found) => found.violations)`,
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }

  /** Whether the page is wider than its window. */
  async isTooWide(): Promise<boolean> {
    const { page } = this;
    return await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }

  #pressable(name: string): Locator {
    const of = (role: 'button' | 'link') => this.page.getByRole(role, { name, exact: true });
    return of('button').or(of('link')).first();
  }
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}
