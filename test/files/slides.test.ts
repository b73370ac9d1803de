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

/** A slide with one text box of 300 by 40 points, whose text is of 20. */
const boxed = (text: string, fit: string) =>
  `<p:sld><p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3810000" cy="508000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr wrap="square"${fit}<a:p><a:r><a:rPr sz="2000"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`;

describe('text that grows on a slide', () => {
  const fitted = async (text: string, longer: string, fit = '/>') => {
    const bytes = slideShow({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId2"/><p:sldId id="257" r:id="rId1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="rId2" Type="x/slide" Target="slides/slide2.xml"/></Relationships>',
      'ppt/slides/slide1.xml': boxed(text, fit),
      'ppt/slides/slide2.xml': boxed('42', fit),
    });
    const document = await formatOf('a.pptx', bytes).open(bytes, { to: 'en' });
    const pages: number[] = [];
    const out = await document.write([longer], (page) => pages.push(page));
    const [body = ''] = /<a:bodyPr.*?(?=<a:p>)/.exec(part(out, 'ppt/slides/slide1.xml')) ?? [];
    return { body, pages };
  };

  it('stays as large as it was where there is room', async () => {
    expect(await fitted('短い文', 'A short line')).toEqual({ body: '<a:bodyPr wrap="square"/>', pages: [] });
  });

  it.each([
    ['without a rule', '/>'],
    ['in a box that grew with it', '><a:spAutoFit/></a:bodyPr>'],
    ['in a box that let it run over', '><a:noAutofit/></a:bodyPr>'],
  ])('becomes smaller, %s', async (_, fit) => {
    const { body, pages } = await fitted(
      '会議は三階で開きます。',
      'The meeting takes place on the third floor.',
      fit,
    );
    expect(body).toMatch(
      /^<a:bodyPr wrap="square"><a:normAutofit fontScale="(?:7|8|9)\d{4}" lnSpcReduction="\d+"\/><\/a:bodyPr>$/,
    );
    expect(pages).toEqual([]);
  });

  it('becomes smaller than it was where it had been made smaller before', async () => {
    const { body } = await fitted(
      '会議は三階の部屋で開きます。',
      'The meeting takes place in the room on the third floor.',
      '><a:normAutofit fontScale="90000" lnSpcReduction="20000"/></a:bodyPr>',
    );
    expect(Number(/fontScale="(\d+)"/.exec(body)?.[1])).toBeLessThan(90000);
    expect(body).toContain('lnSpcReduction="20000"');
  });

  it('is said of its slide, in the order in which they are shown, where nobody could read it so small', async () => {
    const { body, pages } = await fitted('会議', 'The meeting takes place on the third floor. '.repeat(6));
    expect(body).toContain('fontScale="62500"');
    expect(pages).toEqual([2]);
  });

  it('takes size and place from the layout and the master of its slide', async () => {
    const title = '<p:ph type="title"/>';
    const box = (cy: number) => `<p:spPr><a:xfrm><a:ext cx="3810000" cy="${cy}"/></a:xfrm></p:spPr>`;
    const place = (own: string, text: string) =>
      `<p:sp><p:nvSpPr><p:nvPr>${title}</p:nvPr></p:nvSpPr>${own}<p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
    const relation = (kind: string, target: string) =>
      `<Relationships><Relationship Id="rId1" Type="x/${kind}" Target="${target}"/></Relationships>`;
    const bytes = slideShow({
      'ppt/slides/slide1.xml': `<p:sld>${place('', '議題')}</p:sld>`,
      'ppt/slides/_rels/slide1.xml.rels': relation('slideLayout', '../slideLayouts/slideLayout1.xml'),
      'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout>${place(box(508000), 'Click')}</p:sldLayout>`,
      'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relation(
        'slideMaster',
        '../slideMasters/slideMaster1.xml',
      ),
      'ppt/slideMasters/slideMaster1.xml':
        '<p:sldMaster><p:txStyles><p:titleStyle><a:lvl1pPr><a:defRPr sz="2000"/></a:lvl1pPr></p:titleStyle></p:txStyles></p:sldMaster>',
    });
    const document = await formatOf('a.pptx', bytes).open(bytes, { to: 'en' });
    const bodyOf = async (text: string) =>
      /<a:bodyPr.*?(?=<a:p>)/.exec(part(await document.write([text]), 'ppt/slides/slide1.xml'))?.[0];
    expect(await bodyOf('Agenda')).toBe('<a:bodyPr/>');
    expect(await bodyOf('What we shall talk about in the morning')).toMatch(/fontScale="\d+"/);
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
