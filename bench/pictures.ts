/**
 * Draws the pictures of README and docs, light and dark, from the page as it was built and a service as `npm start` makes it.
 *
 *     npm run pictures
 */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { browserOrEnd, Served } from './console/served.js';

const FOLDER = new URL('../docs/images/', import.meta.url).pathname;
const SIZE = { width: 1180, height: 700 };
const TEXT = `Thank you for your order. The pumps will leave our warehouse on Monday.

Before you start the pump, please check the seal of the valve.
Never open the valve while the engine is running.`;

const browser = await browserOrEnd();
const served = await Served.start();
mkdirSync(FOLDER, { recursive: true });
try {
  const page = await arrive(browser);
  await rememberTerm(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await drawTranslation(page, colorScheme);
    await drawFiles(page, colorScheme);
  }
} finally {
  await browser.close();
  await served.stop();
}

async function arrive(fresh: Browser): Promise<Page> {
  const page = await (
    await fresh.newContext({ locale: 'en-US', viewport: SIZE, deviceScaleFactor: 2 })
  ).newPage();
  await page.goto(served.link);
  return page;
}

async function rememberTerm(page: Page): Promise<void> {
  await page.getByLabel('Text', { exact: true }).fill(TEXT);
  await page.getByRole('button', { name: 'Remember a term' }).click();
  await page.getByLabel('In English').fill('valve');
  await page.getByLabel('Translation into Japanese').fill('仕切弁');
  await page.getByRole('button', { name: 'Remember this term' }).click();
  await page.locator('.target-pane mark').first().waitFor();
  await page.locator('.toast').getByRole('button').click();
}

async function drawTranslation(page: Page, scheme: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/console/#/translate`);
  await page.locator('.panes[data-state=idle] .target-pane .sentence').nth(3).waitFor();
  await page.locator('.target-pane .sentence').nth(2).hover();
  await draw(page, `translate-${scheme}`);
  await page.locator('.target-pane .sentence').nth(0).click();
  await page.locator('.alternatives li').first().waitFor();
  await draw(page, `sentence-${scheme}`);
  await page.getByRole('button', { name: 'Close' }).first().click();
}

async function drawFiles(page: Page, scheme: string): Promise<void> {
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await page.getByText('Drop documents here').waitFor();
  if ((await page.locator('.file').count()) === 0) {
    const file = {
      name: 'pump-manual.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# Pumps\n\n${TEXT}\n`),
    };
    await page.locator('input[type=file]').setInputFiles(file);
  }
  await page.getByText('Ready', { exact: true }).waitFor();
  await draw(page, `files-${scheme}`);
}

async function draw(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });
  console.log(`docs/images/${name}.png`);
}
