/** Log-probabilities of logits; the graphs of our own layout do this themselves. */
export function logSoftmax(logits: Float32Array): Float32Array {
  let highest = Number.NEGATIVE_INFINITY;
  for (const logit of logits) if (logit > highest) highest = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - highest);
  const total = highest + Math.log(sum);
  return logits.map((logit) => logit - total);
}

/** The `count` best tokens, best first. */
export function topOf(
  scores: Float32Array,
  count: number,
): { readonly topIds: Int32Array; readonly topScores: Float32Array } {
  const ids: number[] = [];
  let floor = Number.NEGATIVE_INFINITY;
  for (let token = 0; token < scores.length; token++) {
    const score = scores[token] ?? floor;
    if (ids.length === count && score <= floor) continue;
    let at = ids.length;
    while (at > 0 && (scores[ids[at - 1] ?? 0] ?? 0) < score) at--;
    ids.splice(at, 0, token);
    ids.length = Math.min(ids.length, count);
    floor = scores[ids.at(-1) ?? 0] ?? floor;
  }
  return {
    topIds: Int32Array.from(ids),
    topScores: Float32Array.from(ids, (id) => scores[id] ?? floor),
  };
}
