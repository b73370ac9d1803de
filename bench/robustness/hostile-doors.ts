import { formatById } from '#src/documents/formats.js';
import { readPairs } from '#src/interchange/read.js';
import { PHRASE_RULES } from '#src/interchange/text-rules.js';
import { HanModel } from '#src/translate/detection/han.js';
import { NameTable } from '#src/translate/names/readings/name-table.js';
import { analyse } from '#src/translate/plan/analysis.js';
import { checkQuantities } from '#src/translate/quantities/checks/compare.js';
import { findQuantities } from '#src/translate/quantities/find.js';
import { cutText } from '#src/translate/segmentation/cut.js';
import { taskFor } from '#src/translate/solve/sentence-task.js';
import { wordDocument } from '../../test/files/samples.js';
import { FRAGMENTS } from '../../test/translate/hostile-family.js';

/** A place where the service reads what somebody sent. */
export interface HostileDoor {
  readonly name: string;
  readonly fragments: readonly string[];
  read(text: string): Promise<void> | void;
}

const QUANTITIES: readonly string[] = [
  ...[
    '1',
    '1,',
    '1 ',
    '1.',
    '999,',
    '$',
    '%',
    '-',
    ':',
    '三',
    '千',
    '万',
    '多',
    '点',
    '百分之',
    '分の',
    '割',
  ],
  ...[
    '年',
    '月',
    '令和',
    '午後',
    '円',
    'five ',
    'and ',
    'million ',
    'to ',
    'March ',
    'EUR ',
    'a',
    '。',
    '山田',
  ],
];
const MARKUP: readonly string[] = [
  ...['<tu>', '</tu>', '<tuv xml:lang="ja">', '<seg>', '</seg>', '<header ', 'srclang="', '<!--', '-->'],
  ...['<!DOCTYPE ', '<![CDATA[', '"', ',', '\t', '\n', '\r', 'a', ' ', '&amp;', '&#1;', '<', '>', '=', '['],
  '\u0301\u0316',
];
const FILE_TEXT: readonly string[] = [
  ...['<p>', '</p>', '<b ', 'x="', '<!--', '-->', '<script>', '<![CDATA[', '<?', '&amp;', '<', '>', '"', "'"],
  ...['a', ' ', '\n', '\t', '1', '.', ':', '- ', '#', '{', '}', '[', ']', '(', '`', '*', '\\', '=', ',', '|'],
  ...['msgid "', '-->\n', '$', '%s', '漢'],
];
/** A beginning and an end that let a reader come as far as the text. */
const FRAMES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  html: ['<html><body>', '</body></html>'],
  md: ['', ''],
  txt: ['', ''],
  csv: ['a,b\n', ''],
  srt: ['1\n00:00:01,000 --> 00:00:02,000\n', '\n'],
  vtt: ['WEBVTT\n\n00:01.000 --> 00:02.000\n', '\n'],
  xliff: ['<xliff version="1.2"><file source-language="en"><body><trans-unit id="1"><source>', '</source>'],
  tmx: ['<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>', '</seg></tuv></tu></body></tmx>'],
  po: ['msgid ""\nmsgstr ""\n\nmsgid "', '"\nmsgstr ""\n'],
  json: ['{"a": "', '"}'],
  yaml: ['a: ', '\n'],
  properties: ['a=', '\n'],
  strings: ['"a" = "', '";\n'],
  resx: ['<root><data name="a"><value>', '</value></data></root>'],
};

export async function hostileDoors(): Promise<readonly HostileDoor[]> {
  const han = HanModel.bundled();
  const names = await NameTable.read();
  return [
    {
      name: 'translation',
      fragments: FRAGMENTS,
      read: (text) => {
        analyse({ texts: [text], from: 'auto', to: 'en', joinsLines: true }, han);
        analyse({ texts: [text], from: 'en', to: 'ja', joinsLines: false }, han);
      },
    },
    {
      name: 'values and names',
      fragments: QUANTITIES,
      read: (text) => {
        readSentence(text, 'en', 'ja', names);
        readSentence(text, 'ja', 'en', names);
        readSentence(text, 'zh-CN', 'en', names);
      },
    },
    ...(['tmx', 'csv', 'tsv'] as const).map((format) => ({
      name: `pairs in ${format}`,
      fragments: MARKUP,
      async read(text: string) {
        const bytes = new TextEncoder().encode(format === 'tmx' ? `<tmx>${text}` : text);
        for await (const _ of readPairs(bytes, { format, from: 'ja', to: 'en', rules: PHRASE_RULES }));
      },
    })),
    ...Object.entries(FRAMES).map(([format, [before, after]]) => ({
      name: `document in ${format}`,
      fragments: FILE_TEXT,
      read: (text: string) => translated(format, new TextEncoder().encode(before + text + after)),
    })),
    {
      name: 'document in docx',
      fragments: FILE_TEXT,
      read: (text) => translated('docx', wordDocument(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)),
    },
  ];
}

/** Everything that is looked for in a sentence and in its translation. */
function readSentence(text: string, from: string, to: string, names: NameTable): void {
  const context = {
    engine: 'real-time',
    to,
    domain: 'general',
    options: { autoSplit: false, removeFakeLineBreak: false, isT4ooSplit: false },
    fairnessKey: 'bench',
    priority: 'interactive',
  } as const;
  for (const cut of cutText(text, from)) {
    if (cut.kind !== 'sentence') continue;
    const segment = { from, ...cut, element: 0, isWholeElement: true };
    taskFor(context, segment, { matcher: undefined, names });
  }
  checkQuantities(findQuantities(text, from), text, from);
}

async function translated(format: string, bytes: Uint8Array): Promise<void> {
  const document = await formatById(format).open(bytes, { from: 'en', to: 'ja' });
  await document.write(document.units.map(({ text }) => text.toUpperCase()));
}
