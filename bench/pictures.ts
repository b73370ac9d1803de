/**
 * Draws the pictures of README and docs, light and dark, from the page as it was built and a service as `npm start` makes it.
 *
 *     npm run bench -- pictures
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Kotobashi } from '#client';
import { browserOrEnd, Served } from './console/served.js';

const FOLDER = new URL('../docs/images/', import.meta.url).pathname;
const SIZE = { width: 1180, height: 700 };
/** For what stands below the fold. */
const TALL = { ...SIZE, height: 900 };
const TEXT = `Thank you for your order. The pumps will leave our warehouse on Monday.

Before you start the pump, please check the seal of the valve.
Never open the valve while the engine is running.`;
const TERMS = ['制御盤\tcontrol cabinet', '安全弁\tsafety valve', '圧力計\tpressure gauge', '逆止弁'];
/** For a machine that does other things beside. */
const PATIENCE_MS = 240_000;
/** Long enough for the small charts to have something to show. */
const WATCHED_MS = 20_000;

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
    await drawImport(page, colorScheme);
    await drawOperations(page, colorScheme);
  }
} finally {
  await browser.close();
  await served.stop();
}

async function arrive(fresh: Browser): Promise<Page> {
  const context = await fresh.newContext({ locale: 'en-US', viewport: SIZE, deviceScaleFactor: 2 });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
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
  await draw(page, `sentence-${scheme}`, TALL);
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
  await draw(page, `files-${scheme}`, TALL);
}

async function drawImport(page: Page, scheme: string): Promise<void> {
  await page.getByRole('link', { name: 'My words', exact: true }).click();
  if ((await page.getByText('制御盤').count()) === 0) {
    await page.getByLabel('Source', { exact: true }).fill('制御盤');
    await page.getByLabel('Translation', { exact: true }).fill('control panel');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await page.getByText('control panel').first().waitFor();
  await page.getByRole('button', { name: 'Paste many' }).click();
  await page.getByLabel('One entry per line').fill(TERMS.join('\n'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('1 cannot be used').waitFor();
  await draw(page, `words-${scheme}`);
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
}

async function drawOperations(page: Page, scheme: string): Promise<void> {
  await page.getByRole('link', { name: 'Operations', exact: true }).click();
  const token = page.getByLabel('Admin token');
  await token.or(page.locator('.tiles')).first().waitFor();
  if (await token.isVisible()) {
    await token.fill(readFileSync(join(served.folder, 'admin.token'), 'utf8').trim());
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
  }
  await page.getByText('kotobashi-base').first().waitFor();
  await beAsked();
  await draw(page, `operations-${scheme}`);
}

/** Somebody asks for translations all the while the charts are watched. */
async function beAsked(): Promise<void> {
  const demo: Demo = JSON.parse(readFileSync(join(served.folder, 'demo.json'), 'utf8'));
  const { baseUrl, accessKey, secretKey, contracts } = demo;
  const contractId = contracts['real-time'];
  const kotobashi = new Kotobashi({ baseUrl, authentication: { accessKey, secretKey }, contractId });
  const until = Date.now() + WATCHED_MS;
  for (let at = 1; Date.now() < until; at += 1)
    await kotobashi.translate(`Pump ${at} leaves our warehouse on Monday.`, { from: 'en', to: 'ja' });
}

interface Demo {
  readonly baseUrl: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly contracts: { readonly 'real-time': string };
}

async function draw(page: Page, name: string, size = SIZE): Promise<void> {
  await page.setViewportSize(size);
  await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });
  await page.setViewportSize(SIZE);
  console.log(`docs/images/${name}.png`);
}
