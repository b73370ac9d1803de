import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatOf } from '#src/documents/formats.js';
import { wordDocument } from './samples.js';

const part = (bytes: Uint8Array, name: string) => strFromU8(unzipSync(bytes)[name] ?? new Uint8Array());

function slideShow(parts: Readonly<Record<string, string>>): Uint8Array {
  const all = { 'ppt/presentation.xml': '<p:presentation/>', ...parts };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
}

const words = (text: string) => `<p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody>`;
const shape = (text: string, placeholder = '') =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>${words(text)}</p:sp>`;

describe('masters and layouts of slides', () => {
  it('have translated what slides show of them, and not what is said of empty places', async () => {
    const master = `<p:sldMaster>${shape('For internal use')}${shape('Click to edit', '<p:ph type="title"/>')}${shape('Our company')}</p:sldMaster>`;
    const layout = `<p:sldLayout>${shape('Name of the speaker', '<p:ph type="body" hasCustomPrompt="1"/>')}${shape('Click to add', '<p:ph idx="1"/>')}</p:sldLayout>`;
    const bytes = slideShow({
      'ppt/slideMasters/slideMaster1.xml': master,
      'ppt/slideLayouts/slideLayout1.xml': layout,
      'ppt/slides/slide1.xml': `<p:sld>${shape('Welcome', '<p:ph type="title"/>')}</p:sld>`,
    });
    const document = await formatOf('a.pptx', bytes).open(bytes, { to: 'ja' });
    expect(document.units.map(({ text }) => text).sort()).toEqual([
      'For internal use',
      'Name of the speaker',
      'Our company',
      'Welcome',
    ]);
    const out = await document.write(document.units.map(({ text }) => `${text}訳`));
    expect(part(out, 'ppt/slideMasters/slideMaster1.xml').match(/<a:t>[^<]*/g)).toEqual([
      '<a:t>For internal use訳',
      '<a:t>Click to edit',
      '<a:t>Our company訳',
    ]);
  });
});

describe('a word that is cut across runs', () => {
  const run = (text: string, properties = '') =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const unitsOf = async (paragraph: string) => {
    const bytes = wordDocument(`<w:p>${paragraph}</w:p>`);
    return (await formatOf('a.docx', bytes).open(bytes, { to: 'ja' })).units.map(({ text }) => text);
  };

  it.each([
    ['at its first letter', [run('F', '<w:sz w:val="40"/>'), run('air Work Act')], 'Fair Work Act'],
    ['at its last letters', [run('Never '), run('swi', '<w:b/>'), run('m here')], 'Never <1>swim</1> here'],
    [
      'twice',
      [run('The '), run('m', '<w:b/>'), run('anua', '<w:i/>'), run('l says')],
      'The <1>manual</1> says',
    ],
  ])('%s is joined', async (_, runs, joined) => {
    expect(await unitsOf(runs.join(''))).toEqual([joined]);
  });

  it('stays cut where letters stand above or below the line', async () => {
    const raised = run('th', '<w:vertAlign w:val="superscript"/>');
    expect(await unitsOf(run('The n') + raised + run(' day'))).toEqual(['The n<1>th</1> day']);
  });

  it('is no word of a language that writes none apart', async () => {
    expect(await unitsOf(run('東京') + run('都庁', '<w:b/>') + run('に行く'))).toEqual([
      '東京<1>都庁</1>に行く',
    ]);
  });
});
