import { InferenceSession } from 'onnxruntime-node';

/**
 * A session for training: as many threads as are given, which sleep where they have to wait, because sentences of customers
 * are translated at the same time.
 */
export function openTrainingSession(graph: Uint8Array, intraOpThreads: number): Promise<InferenceSession> {
  return InferenceSession.create(graph, {
    intraOpNumThreads: intraOpThreads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}
