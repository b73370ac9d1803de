import { InferenceSession } from 'onnxruntime-node';

/**
 * One session per worker and graph, single-threaded: on small matrices a second intra-op thread brings nothing,
 * a second worker does.
 */
export function openSession(path: string, intraOpThreads: number): Promise<InferenceSession> {
  return InferenceSession.create(path, {
    intraOpNumThreads: intraOpThreads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // On processors without VNNI, 8-bit products of signed weights overflow 16 bits; this keeps them exact there.
    extra: {
      session: { x64quantprecision: '1' },
      // Its fused kernel is scalar: twice as slow as the parts that it replaces.
      optimization: { disable_specified_optimizers: 'SkipLayerNormFusion' },
    },
  });
}
