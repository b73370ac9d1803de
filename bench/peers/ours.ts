/** Our runtime as a process of its own, for `bench/peers.ts`. */
import { ModelService } from '#src/model/service.js';
import { textOf } from '../eval/kept-marks.js';
import { askModel } from '../model/ask.js';
import { underLoad } from '../model/load.js';
import { serve } from './protocol.js';

const [directory = 'models', checksums = ''] = process.argv.slice(2);
const start = performance.now();
const model = new ModelService({ directory, checksums });
// A blank sentence loads the model and asks nothing of it.
await askModel(model, { from: 'en', to: 'ja', text: ' ', reference: '' });
await serve(performance.now() - start, async ({ sentences, beam, isPruned = false, callers }) => {
  const results =
    callers === 0
      ? await model.translate(
          sentences.map(({ from, to, text }) => ({
            from,
            to,
            source: [{ kind: 'text', text }],
            decode: { beam, isPruned },
          })),
          { fairnessKey: 'peers', priority: 'interactive' },
        )
      : (await underLoad(sentences, callers, (sentence, caller) => askModel(model, sentence, caller, beam)))
          .answers;
  return { answers: results.map(({ target }) => textOf(target)) };
});
await model.close();
