import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Names under which systems have it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A browser of the system, or the reason why there is none. `KOTOBASHI_TEST_BROWSER` names one that stands elsewhere. */
export async function openBrowser(): Promise<Browser | string> {
  const wanted = process.env.KOTOBASHI_TEST_BROWSER;
  const found = wanted === undefined ? installed() : [wanted];
  const reasons: string[] = [];
  for (const executablePath of found) {
    try {
      // In containers the sandbox of Chromium cannot be set up, and what is opened here is our own page.
      return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
    } catch (error) {
      reasons.push(`${executablePath}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  }
  return reasons.length === 0 ? 'no Chromium, Chrome or Edge was found on this machine' : reasons.join('; ');
}

function installed(): readonly string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].filter((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
