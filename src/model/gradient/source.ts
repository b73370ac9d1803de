import { encoderStates } from '../export/encoder.js';
import { FLOAT, GraphBuilder } from '../export/graph.js';
import { Layers } from '../export/layers.js';
import type { Weights } from '../export/weights.js';

/** The encoder alone: what it says about sources, [length × sentences, width], before any decoder layer looks at it. */
export function sourceGraph(weights: Weights): GraphBuilder {
  const g = new GraphBuilder('source');
  g.output(encoderStates(g, new Layers(g, weights)), 'memory', FLOAT, ['R', weights.architecture.d_model]);
  return g;
}
