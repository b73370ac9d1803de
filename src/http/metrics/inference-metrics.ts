import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Observe } from '../../upstream/upstream-event.js';

/** Numbers of inference on other machines: how often, how long, what it cost, and what became of it. */
export function measureInference(registry: Registry): Observe {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'kotobashi_inference_attempt_seconds',
    help: 'Time of one attempt to have another machine compute, by service and outcome.',
    labelNames: ['upstream', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const repeated = new Counter({
    name: 'kotobashi_inference_repeated_total',
    help: 'Attempts that were made again after a failure.',
    labelNames: ['upstream', 'reason'],
    registers,
  });
  const tokens = new Counter({
    name: 'kotobashi_inference_tokens_total',
    help: 'Tokens that the other side counted: what it cost.',
    labelNames: ['upstream', 'part'],
    registers,
  });
  const fallbacks = new Counter({
    name: 'kotobashi_inference_fallback_sentences_total',
    help: 'Sentences that the model in the service translated because other machines could not.',
    labelNames: ['upstream'],
    registers,
  });
  const open = new Gauge({
    name: 'kotobashi_inference_open_circuits',
    help: 'Addresses that are left alone because they failed too often (1), or not any more (0).',
    labelNames: ['upstream', 'address'],
    registers,
  });
  return (event) => {
    const { upstream } = event;
    switch (event.kind) {
      case 'attempt':
        return seconds.observe({ upstream, outcome: event.outcome }, event.ms / 1000);
      case 'retry':
        return repeated.inc({ upstream, reason: event.kind });
      case 'tokens':
        tokens.inc({ upstream, part: 'prompt' }, event.prompt);
        return tokens.inc({ upstream, part: 'completion' }, event.completion);
      case 'fallback':
        return fallbacks.inc({ upstream }, event.sentences);
      case 'circuit':
        return open.set({ upstream, address: event.address }, event.isOpen ? 1 : 0);
    }
  };
}
