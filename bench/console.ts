/**
 * Measures the console in a fresh browser, on the page as it was built and a service as `npm start` makes it: the script of the
 * first load, the time from the link to a translation that can be read, and the delay of a keystroke in a long text.
 *
 *     npm run bench -- console
 */
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { browserOrEnd, Served } from './console/served.js';

/** Characters in the pane while keystrokes are measured. */
const LONG = 20_000;
const KEYSTROKES = 60;
/** A quick typist. */
const BETWEEN_MS = 60;
/** Twenty sentences are translated, however long the text is: equal lines are sent once. */
const TRANSLATED_MS = 300_000;

const browser = await browserOrEnd();
const served = await Served.start();
try {
  const { page, scriptKbGzip, firstTranslationMs } = await firstTranslation(browser, served.link);
  const typingP95Ms = await typing(page);
  console.log(`RESULT ${JSON.stringify({ scriptKbGzip, firstTranslationMs, typingP95Ms })}`);
} finally {
  await browser.close();
  await served.stop();
}

async function firstTranslation(fresh: Browser, link: string) {
  const page = await (await fresh.newContext({ locale: 'en-US' })).newPage();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  const begun = performance.now();
  await page.goto(link);
  await page.getByLabel('Text', { exact: true }).fill('The train to Kyoto leaves at nine.');
  await page.locator('.target-pane .sentence').first().waitFor();
  const firstTranslationMs = Math.round(performance.now() - begun);
  const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  return { page, firstTranslationMs, scriptKbGzip: Math.round(bytes / 100) / 10 };
}

/** From the key going down to the frame that shows it, with everything translated and marked. */
async function typing(page: Page): Promise<number> {
  const field = page.getByLabel('Text', { exact: true });
  await field.fill(longText());
  await page
    .locator('.panes[data-state=idle] .target-pane .line:last-child .sentence')
    .first()
    .waitFor({ timeout: TRANSLATED_MS });
  await page.evaluate(`{
    globalThis.delays = [];
    const field = document.querySelector('.source-pane textarea');
    field.focus();
    field.setSelectionRange(${LONG / 2}, ${LONG / 2});
    field.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // The first message after a frame comes when it has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => delays.push(performance.now() - timeStamp);
        port2.postMessage(undefined);
      });
    });
  }`);
  await page.keyboard.type('word '.repeat(KEYSTROKES / 5), { delay: BETWEEN_MS });
  await page.waitForFunction(`delays.length === ${KEYSTROKES}`);
  const delays: number[] = await page.evaluate('delays');
  delays.sort((one, other) => one - other);
  return Math.round((delays[Math.floor(delays.length * 0.95)] ?? 0) * 10) / 10;
}

function longText(): string {
  const lines = Array.from(
    { length: 20 },
    (_, at) =>
      `Part number ${at + 1} was checked on Monday. It goes back to the customer in week ${at + 20}.`,
  );
  let text = '';
  for (let at = 0; text.length < LONG; at += 1) text += `${lines[at % lines.length]}\n`;
  return text.slice(0, LONG).replace(/\n[^\n]*$/, '');
}
