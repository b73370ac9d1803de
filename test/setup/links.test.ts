import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, ROOT } from './pages.js';

/** Targets of links and pictures that are no address of another host. */
const LINK = /(?:\]\(|(?:src|srcset|href)=")(?!\w+:|\/)([^)"\s]+)/g;
const BLOCK_OF_CODE = /^ *```.*?^ *```/gms;

function text(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replaceAll(BLOCK_OF_CODE, '');
}

/** What stands behind `#` in a link to a heading, as GitHub makes it. */
function anchors(file: string): readonly string[] {
  return [...text(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function linksOf(file: string): readonly { readonly path: string; readonly anchor: string | undefined }[] {
  return [...text(file).matchAll(LINK)].map(([, target = '']) => {
    const [path = '', anchor] = target.split('#');
    return { path: path === '' ? file : join(dirname(file), path), anchor };
  });
}

function brokenLinks(file: string): readonly string[] {
  return linksOf(file)
    .filter(({ path, anchor }) => {
      if (!existsSync(join(ROOT, path))) return true;
      return anchor !== undefined && !anchors(path).includes(anchor);
    })
    .map(({ path, anchor }) => `${file} → ${path}${anchor === undefined ? '' : `#${anchor}`}`);
}

describe('the pages', () => {
  it('link to nothing that is not there', () => {
    expect(pages().flatMap(linksOf).length).toBeGreaterThan(100);
    expect(pages().flatMap(brokenLinks)).toEqual([]);
  });

  it('are guides, reference or notes, and the README leads to every guide and reference', () => {
    const folders = readdirSync(join(ROOT, 'docs')).toSorted();
    expect(folders).toEqual(['guides', 'images', 'notes', 'reference']);
    const linked = new Set(linksOf('README.md').map(({ path }) => path));
    const known = pages().filter((file) => /^docs\/(?:guides|reference)\//.test(file));
    expect(known.length).toBeGreaterThan(20);
    expect(known.filter((file) => !linked.has(file))).toEqual([]);
  });
});

// Notes are left out: measurements write them.
it('the pages that the program, its tests and its tools name are there', () => {
  const named = ['src', 'bin', 'bench', 'console/src', 'packages/client', 'deploy', 'test']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(ROOT, folder, file),
      ),
    )
    .filter((file) => /\.(?:ts|tsx|js|yaml)$/.test(file) && !/node_modules|\/dist\//.test(file))
    .filter((file) => statSync(file).isFile())
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bdocs\/(?!notes\/)[\w/-]+\.md\b/g)].map(
        ([page]) => `${relative(ROOT, file)}: ${page}`,
      ),
    );
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter((mention) => !existsSync(join(ROOT, mention.split(': ')[1] ?? '')));
  expect(missing).toEqual([]);
});
