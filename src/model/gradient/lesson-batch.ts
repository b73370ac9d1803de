import { Tensor } from 'onnxruntime-node';
import type { Architecture } from '../export/weights.js';

/** A pair as the decoder reads it. */
export interface Lesson {
  /** What the encoder says about the source: 8-bit rows, one per token, with a scale each. */
  readonly memory: Int8Array;
  readonly scales: Float32Array;
  /** The translation, with the end mark. */
  readonly target: Int32Array;
}

export interface LessonBatch {
  readonly feeds: Readonly<Record<string, Tensor>>;
  /** Rows of the batch that hold a token of a lesson: [sentence, time] → sentence × `time` + time. */
  readonly time: number;
  /** Tokens that count. */
  readonly count: number;
}

/** Additive mask of what may not be seen. */
const HIDDEN = -1e9;

/**
 * Lays lessons of similar length side by side.
 *
 * @param placeOf where a token stands in the list of those that lessons are about; tokens that do not are not counted
 */
export function batchOf(
  lessons: readonly Lesson[],
  { d_model: width, pad_token_id, decoder_start_token_id }: Architecture,
  placeOf: (token: number) => number | undefined,
): LessonBatch {
  const sentences = lessons.length;
  const time = Math.max(...lessons.map(({ target }) => target.length));
  const length = Math.max(...lessons.map(({ scales }) => scales.length));
  const ids = new Int32Array(sentences * time).fill(pad_token_id);
  const positions = Int32Array.from({ length: sentences * time }, (_, at) => (at % time) + 1);
  const next = new BigInt64Array(sentences * time);
  const counted = new Float32Array(sentences * time);
  const memory = new Float32Array(sentences * length * width);
  const crossMask = new Float32Array(sentences * length).fill(HIDDEN);
  for (const [s, lesson] of lessons.entries()) {
    const start = s * length * width;
    for (let i = 0; i < lesson.memory.length; i++) {
      memory[start + i] = (lesson.memory[i] ?? 0) * (lesson.scales[Math.floor(i / width)] ?? 0);
    }
    crossMask.fill(0, s * length, s * length + lesson.scales.length);
    for (const [t, token] of lesson.target.entries()) {
      const at = s * time + t;
      const place = placeOf(token);
      ids[at] = t === 0 ? decoder_start_token_id : (lesson.target[t - 1] ?? 0);
      if (place === undefined) continue;
      next[at] = BigInt(place);
      counted[at] = 1;
    }
  }
  const count = counted.reduce((sum, one) => sum + one, 0);
  const ahead = new Float32Array(time * time);
  for (let t = 0; t < time; t++) ahead.fill(HIDDEN, t * time + t + 1, (t + 1) * time);
  return {
    time,
    count,
    feeds: {
      ids: new Tensor('int32', ids, [sentences, time]),
      positions: new Tensor('int32', positions, [sentences, time]),
      memory: new Tensor('float32', memory, [sentences, length, width]),
      ahead: new Tensor('float32', ahead, [1, 1, time, time]),
      cross_mask: new Tensor('float32', crossMask, [sentences, 1, 1, length]),
      next: new Tensor('int64', next, [sentences * time, 1]),
      share: new Tensor(
        'float32',
        counted.map((one) => one / Math.max(1, count)),
        [sentences * time, 1],
      ),
    },
  };
}
