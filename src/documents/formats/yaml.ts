import { Composer, CST, Lexer, Parser } from 'yaml';
import type { Lang } from '../../base/lang.js';
import { canonicalLang } from '../../interchange/lang-tag.js';
import { documentOf, type FileFormat, isMessage, type TakeUnit } from '../document.js';
import { FileRefused, placeIn } from '../file-problems.js';
import { decodeFile } from '../text/encoding.js';
import { translateResource } from '../text/icu.js';

/** Values of a YAML file; keys, comments, anchors and layout stay. */
export const YAML: FileFormat = {
  id: 'yaml',
  extensions: ['yaml', 'yml'],
  mediaType: 'application/yaml; charset=utf-8',
  open(bytes, { from, to }) {
    const file = decodeFile(bytes, { from });
    refuseBroken(tokensOf(file.text), file.text);
    return documentOf((take) => {
      const tokens = tokensOf(file.text);
      const documents = tokens.filter((token) => token.type === 'document');
      let changed = false;
      for (const document of documents) changed = translateValues(document, take) || changed;
      if (changed) for (const document of documents) renameRoot(document, to);
      return () => file.encode(tokens.map((token) => CST.stringify(token)).join(''));
    }, file.older);
  },
};

/** Deeper nesting has no reason, and a visit takes time by the square of the depth. */
const DEEPEST = 400;

/** Aliases are never followed: what they name is met where it stands. */
function tokensOf(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > DEEPEST) {
      throw new FileRefused('broken', {
        place: placeIn(text, parser.offset, 'values are nested too deeply'),
      });
    }
  }
  tokens.push(...parser.end());
  return tokens;
}

/** Everything that a program would stumble on when it loads the file. */
function refuseBroken(tokens: readonly CST.Token[], text: string): void {
  // Keys are not compared: that takes time by the square of their number, and programs let the last one win.
  for (const { errors } of new Composer({ uniqueKeys: false }).compose(tokens)) {
    const [error] = errors;
    if (error === undefined) continue;
    throw new FileRefused('broken', { place: placeIn(text, error.pos[0], error.message) });
  }
}

function translateValues(document: CST.Document, take: TakeUnit): boolean {
  let changed = false;
  CST.visit(document, ({ key, sep, value, start }) => {
    if (!CST.isScalar(value) || start.some((mark) => mark.type === 'tag')) return;
    const { value: text } = CST.resolveAsScalar(value);
    if (value.type === 'scalar' && !isPlainText(text)) return;
    if (!isMessage(nameOf(key), text)) return;
    const translation = translateResource(text, take);
    if (translation === undefined) return;
    const fresh = translation;
    changed = true;
    CST.setScalarValue(value, fresh, {
      afterKey: key !== undefined && sep !== undefined,
      ...(value.type === 'scalar' && !isSafePlain(fresh) && { type: 'QUOTE_DOUBLE' as const }),
    });
  });
  return changed;
}

/** Files of Rails hold one language under its code: the translated file is that of the target. */
function renameRoot(document: CST.Document, to: Lang): void {
  const map = document.value;
  const [root, ...others] = map?.type === 'block-map' ? map.items : [];
  const key = root?.key;
  if (others.length > 0 || !key || !CST.isScalar(key) || root?.value?.type !== 'block-map') return;
  const name = CST.resolveAsScalar(key).value;
  if (/^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(name) && canonicalLang(name) !== undefined)
    CST.setScalarValue(key, to);
}

function nameOf(key: CST.Token | null | undefined): string | undefined {
  return key !== null && key !== undefined && CST.isScalar(key) ? CST.resolveAsScalar(key).value : undefined;
}

/** Unquoted words that are values of other types. */
function isPlainText(text: string): boolean {
  return !/^(?:true|false|null|yes|no|on|off|~|[-+.\d][\d._eE+:-]*)$/i.test(text);
}

function isSafePlain(text: string): boolean {
  return (
    /^[^\s\-?:,[\]{}#&*!|>'"%@`]/.test(text) &&
    !/:\s|\s#|[:\s]$|\n/.test(text) &&
    !/[,[\]{}]/.test(text) &&
    isPlainText(text)
  );
}
