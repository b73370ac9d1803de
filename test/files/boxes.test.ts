import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatOf } from '#src/documents/formats.js';
import { wordDocument } from './samples.js';

const part = (bytes: Uint8Array, name: string) => strFromU8(unzipSync(bytes)[name] ?? new Uint8Array());

async function written(name: string, bytes: Uint8Array, longer: string) {
  const document = await formatOf(name, bytes).open(bytes, { to: 'en' });
  const pages: number[] = [];
  const out = await document.write(
    document.units.map(() => longer),
    (page) => pages.push(page),
  );
  return { out, pages };
}

const SHORT = 'A short line';
const LONGER = 'The meeting takes place on the third floor.';
const ENDLESS = `${LONGER} `.repeat(6);

describe('text that grows in a frame of an OpenDocument slide', () => {
  const styles =
    '<office:document-styles><office:styles><style:style style:name="standard" style:family="graphic"><style:graphic-properties fo:padding-left="7.2pt" fo:padding-right="7.2pt"><text:list-level-style-bullet><style:text-properties fo:font-size="45%"/></text:list-level-style-bullet></style:graphic-properties><style:text-properties fo:font-size="20pt"/></style:style></office:styles></office:document-styles>';
  const frame = (text: string, style: string) =>
    `<draw:frame draw:style-name="${style}" svg:width="300pt" svg:height="40pt"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const show = (graphic: string) =>
    zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.presentation'),
      'styles.xml': strToU8(styles),
      'content.xml': strToU8(
        `<office:document-content><office:automatic-styles><style:style style:name="gr1" style:family="graphic" style:parent-style-name="standard"><style:graphic-properties${graphic}/></style:style></office:automatic-styles><office:body><draw:page>${frame('42', 'gr1')}<presentation:notes>${frame('43', 'gr1')}</presentation:notes></draw:page><draw:page>${frame('会議は三階で開きます。', 'gr1')}</draw:page></office:body></office:document-content>`,
      ),
    });
  const fitted = async (longer: string, graphic = ' draw:auto-grow-height="true" draw:fill="none"') => {
    const { out, pages } = await written('a.odp', show(graphic), longer);
    const content = part(out, 'content.xml');
    const name = /draw:style-name="([^"]*)" [^>]*><draw:text-box><text:p>[A-Z]/.exec(content)?.[1];
    const style = new RegExp(`<style:style style:name="${name}".*?</style:style>`).exec(content)?.[0];
    return { pages, name, style };
  };

  it('stays as large as it was where there is room', async () => {
    expect(await fitted(SHORT)).toMatchObject({ name: 'gr1', pages: [] });
  });

  it('becomes smaller by a style of its own, which is otherwise that of the frame', async () => {
    const { name, style, pages } = await fitted(LONGER);
    expect(name).toBe('gr1-fit');
    expect(style).toBe(
      '<style:style style:name="gr1-fit" style:family="graphic" style:parent-style-name="standard"><style:graphic-properties draw:fit-to-size="shrink-to-fit" style:shrink-to-fit="true" draw:auto-grow-height="false" draw:fill="none"/></style:style>',
    );
    expect(pages).toEqual([]);
  });

  it('is said of its slide where nobody could read it so small', async () => {
    expect(await fitted(ENDLESS)).toMatchObject({ name: 'gr1-fit', pages: [2] });
  });

  it('is left to frames that shrink or widen by themselves', async () => {
    expect(await fitted(LONGER, ' draw:fit-to-size="shrink-to-fit"')).toMatchObject({ name: 'gr1' });
    expect(await fitted(ENDLESS, ' draw:auto-grow-width="true"')).toMatchObject({ name: 'gr1', pages: [] });
  });
});

describe('text that grows in a frame of an OpenDocument text', () => {
  const styles =
    '<office:document-styles><office:styles><style:style style:name="Note" style:family="paragraph"><style:text-properties fo:font-size="20pt"/></style:style></office:styles></office:document-styles>';
  const text = (box: string, paragraph: string) =>
    zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.text'),
      'styles.xml': strToU8(styles),
      'content.xml': strToU8(
        `<office:document-content><office:automatic-styles><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Note"><style:paragraph-properties fo:text-align="center"/><style:text-properties fo:font-size="16pt" fo:color="#ff0000"/></style:style><style:style style:name="T1" style:family="text"><style:text-properties fo:font-size="20pt"/></style:style></office:automatic-styles><office:body><office:text><text:p/><text:soft-page-break/><text:p><draw:frame draw:style-name="fr1" svg:width="300pt" svg:height="40pt"><draw:text-box${box}>${paragraph}</draw:text-box></draw:frame></text:p></office:text></office:body></office:document-content>`,
      ),
    });
  const PLAIN = '<text:p text:style-name="Note">会議は三階で開きます。</text:p>';
  const fitted = async (longer: string, box = '', paragraph = PLAIN) => {
    const { out, pages } = await written('a.odt', text(box, paragraph), longer);
    const content = part(out, 'content.xml');
    const made = content.match(/<style:style style:name="[\w-]+-fit\d+".*?<\/style:style>/g) ?? [];
    const names = [...content.matchAll(/<text:(?:p|span) text:style-name="([^"]*)"/g)].map(
      ([, name]) => name,
    );
    return { pages, made, names };
  };

  it('stays as large as it was where there is room, and where the frame grows with it', async () => {
    expect(await fitted(SHORT)).toEqual({ pages: [], made: [], names: ['Note'] });
    const growing = await fitted(ENDLESS, ' fo:min-height="40pt"');
    expect(growing).toEqual({ pages: [], made: [], names: ['Note'] });
  });

  it('has smaller letters, by children of common styles and copies of its own', async () => {
    const { pages, made, names } = await fitted(LONGER);
    expect(pages).toEqual([]);
    expect(names).toEqual(['Note-fit775']);
    expect(made).toEqual([
      '<style:style style:name="Note-fit775" style:family="paragraph" style:parent-style-name="Note"><style:text-properties fo:font-size="15.5pt" style:font-size-asian="15.5pt" style:font-size-complex="15.5pt"/></style:style>',
    ]);
    const own = await fitted(
      `<1>${ENDLESS}</1>`,
      '',
      '<text:p text:style-name="P1">会議は<text:span text:style-name="T1">三階で</text:span>開きます。</text:p>',
    );
    expect(own.names).toEqual(['P1-fit625', 'T1-fit625']);
    expect(own.made[0]).toBe(
      '<style:style style:name="P1-fit625" style:family="paragraph" style:parent-style-name="Note"><style:paragraph-properties fo:text-align="center"/><style:text-properties fo:font-size="10.0pt" style:font-size-asian="10.0pt" style:font-size-complex="10.0pt" fo:color="#ff0000"/></style:style>',
    );
    expect(own.made[1]).toContain('fo:font-size="12.5pt"');
  });

  it('is said of its page where nobody could read it so small', async () => {
    expect((await fitted(ENDLESS)).pages).toEqual([2]);
  });
});

describe('text that grows in a box of a Word document', () => {
  const text = (size: string) =>
    `<w:txbxContent><w:p><w:pPr><w:pStyle w:val="Note"/></w:pPr><w:r>${size}<w:t>会議は三階で開きます。</w:t></w:r></w:p></w:txbxContent>`;
  const drawn = (fit: string, size = '') =>
    `<w:drawing><wps:wsp><wps:spPr><a:xfrm><a:ext cx="3810000" cy="508000"/></a:xfrm></wps:spPr><wps:txbx>${text(size)}</wps:txbx><wps:bodyPr wrap="square">${fit}</wps:bodyPr></wps:wsp></w:drawing>`;
  const vector = (fit: string) =>
    `<w:pict><v:shape style="position:absolute;width:300pt;height:40pt"><v:textbox style="${fit}">${text('')}</v:textbox></v:shape></w:pict>`;
  const styles =
    '<w:styles><w:style w:type="paragraph" w:styleId="Base"><w:rPr><w:sz w:val="40"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Note"><w:basedOn w:val="Base"/></w:style></w:styles>';
  const fitted = async (box: string, longer: string) => {
    const page = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
    const bytes = wordDocument(`${page}<w:p><w:r>${box}</w:r></w:p>`, { 'word/styles.xml': styles });
    const { out, pages } = await written('a.docx', bytes, longer);
    const size = /<w:sz w:val="(\d+)"\/>/.exec(part(out, 'word/document.xml'))?.[1];
    return { pages, size: size === undefined ? undefined : Number(size) };
  };

  it.each([
    ['a box', drawn('')],
    ['a box of earlier versions', vector('')],
  ])('%s has smaller letters, down to a size that can be read', async (_, box) => {
    expect(await fitted(box, SHORT)).toEqual({ pages: [], size: undefined });
    const { pages, size } = await fitted(box, LONGER);
    expect(pages).toEqual([]);
    expect(size).toBeLessThan(40);
    expect(size).toBeGreaterThan(25);
    // Where even these run over, the page is said.
    expect(await fitted(box, ENDLESS)).toEqual({ pages: [2], size: 25 });
  });

  it('has a share of the size that its words name themselves', async () => {
    const own = drawn('', '<w:rPr><w:sz w:val="60"/></w:rPr>');
    expect((await fitted(own, ENDLESS)).size).toBe(38);
  });

  it('is left to boxes that grow with it', async () => {
    expect(await fitted(drawn('<a:spAutoFit/>'), ENDLESS)).toEqual({ pages: [], size: undefined });
    expect(await fitted(vector('mso-fit-shape-to-text:t'), ENDLESS)).toEqual({ pages: [], size: undefined });
  });
});
