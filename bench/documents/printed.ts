import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from './problems.js';

const LONGEST_MS = 180_000;
/** What a cell shows that cannot be computed. */
const FAILED = /#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!)|Err:\d{3}/g;
const ALL_SHEETS = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';

/** Whether LibreOffice is there to open, compute and print documents. */
export function canPrint(): boolean {
  return spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Opens both in LibreOffice: as many pages within a fifth, and no formula that fails now and did not before. */
export function comparePrinted(before: string, after: string, kind: string): readonly Problem[] {
  if (!canPrint()) return [];
  const folder = mkdtempSync(join(tmpdir(), 'kotobashi-printed-'));
  try {
    const [old, fresh] = [before, after].map((path, at) => {
      const name = `version${at}`;
      copyFileSync(path, join(folder, `${name}.${kind}`));
      convert(folder, `${name}.${kind}`, 'pdf');
      if (/^(?:xlsx|ods)$/.test(kind)) convert(folder, `${name}.${kind}`, ALL_SHEETS);
      return { pages: pagesOf(join(folder, `${name}.pdf`)), failed: failedIn(join(folder, `${name}.csv`)) };
    });
    if (old === undefined || fresh === undefined || old.pages === undefined) return [];
    if (fresh.pages === undefined) return [{ kind: 'structure', detail: 'LibreOffice does not open it' }];
    const more = Math.abs(fresh.pages - old.pages) > Math.max(1, old.pages * 0.2);
    return [
      ...(more ? [{ kind: 'structure' as const, detail: `${old.pages} pages, now ${fresh.pages}` }] : []),
      ...(fresh.failed > old.failed ? [{ kind: 'structure' as const, detail: 'formulas fail' }] : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function convert(folder: string, name: string, to: string): void {
  const options = ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', to, name];
  spawnSync('soffice', options, { cwd: folder, stdio: 'ignore', timeout: LONGEST_MS });
}

/** Counts the pages of what LibreOffice printed, which writes them down in plain text. */
function pagesOf(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'latin1').match(/\/Type\s*\/Page\b/g)?.length;
}

function failedIn(path: string): number {
  return existsSync(path) ? (readFileSync(path, 'utf8').match(FAILED)?.length ?? 0) : 0;
}
