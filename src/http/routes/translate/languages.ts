import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import { describe } from '../../../requests/languages.js';
import speech from '../../data/speech.json' with { type: 'json' };
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, LanguageShape, routesOf, success, successOf } from '../../shapes.js';

const route = routesOf(forCallers('languages'));

const LanguagesAnswer = successOf(Type.Object({ languages: Type.Array(LanguageShape) }));

/** Names under which clients ask for the languages of an engine; all engines share the loaded models. */
const ENGINE_NAMES: ReadonlySet<string> = new Set(['t4oo', 'real-time', 'insource-fast', 'custom', 't3mt']);

export async function languageRoutes(app: ApiInstance, { languages }: Parts<'languages'>): Promise<void> {
  const list = (url: string, summary: string, entries: () => ReturnType<typeof languages.list>) =>
    app.get(url, route(summary, { response: answers(LanguagesAnswer) }), async () =>
      success({ languages: [...entries()] }),
    );
  list('/api/v1/languages', 'Languages of text translation', () => languages.list());
  list('/api/v1/stt-languages', 'Languages of speech recognition', () => speech.recorded.map(describe));
  list('/api/v1/stt-streaming-languages', 'Languages of streaming speech recognition', () =>
    speech.streaming.map(describe),
  );

  app.get(
    '/api/v1/languages/engine/:engine',
    route('Languages of one engine', {
      params: Type.Object({ engine: Type.String() }),
      response: answers(LanguagesAnswer),
    }),
    async (request) => {
      if (!ENGINE_NAMES.has(request.params.engine)) {
        throw new Failure('argumentInvalid', {
          message: `engine must be one of ${[...ENGINE_NAMES].join(', ')}.`,
        });
      }
      return success({ languages: [...languages.list()] });
    },
  );
}
