import type { Lang } from '../../../base/lang.js';
import type { Manifest } from '../../folder/manifest.js';
import type { TokenTable } from '../../folder/tables.js';
import type { GraphSession } from '../graph-session.js';
import type { Sessions } from '../session.js';
import type { OutputRequest } from '../step.js';
import { OutputGroup } from './output-group.js';
import { SentenceRows } from './sentence-rows.js';
import type { Shortlists } from './shortlist.js';

/** The output layer with all tokens. */
const WHOLE = 'output.onnx';

/** The output layers of a model: the whole one, those with the tokens of one language, and those for sentence shortlists. */
export class OutputGraphs {
  readonly #manifest: Manifest;
  readonly #table: TokenTable;
  readonly #shortlists: Shortlists;
  readonly #sessions: Sessions;

  constructor(manifest: Manifest, table: TokenTable, shortlists: Shortlists, sessions: Sessions) {
    this.#manifest = manifest;
    this.#table = table;
    this.#shortlists = shortlists;
    this.#sessions = sessions;
  }

  /** For rows with requests of this kind, in a batch with so many beams. */
  async group(kind: OutputRequest, beams: number): Promise<OutputGroup> {
    const { languageShortlist: lang, sentenceShortlist, top, scores } = kind;
    const { width } = this.#manifest.shape;
    const file = lang === undefined ? undefined : this.#manifest.shortlist?.outputs[lang];
    if (lang === undefined || file === undefined || sentenceShortlist === undefined) {
      return new OutputGroup(await this.#plain(lang), { beams, width, top, scores });
    }
    return new OutputGroup(
      await this.#sessions.of(file),
      { beams, width, top, scores },
      {
        rows: new SentenceRows(this.#table),
        frequent: this.#shortlists.frequent(lang),
      },
    );
  }

  #plain(lang: Lang | undefined): Promise<GraphSession> {
    const file = lang === undefined ? undefined : this.#manifest.outputs?.[lang];
    return this.#sessions.of(file ?? WHOLE);
  }
}
