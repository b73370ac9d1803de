/**
 * What each mechanism of the runtime and of custom models costs and brings; writes `docs/notes/ablations.md`.
 *
 * Run: npm run bench -- ablations [--data DIR] [--domains DIR] [--domain NAME,…] [--pairs 1000,10000] [--sentences N] [--lines N]
 *      [--models DIR] [--runtime-only]
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ModelService } from '#src/model/service.js';
import { customFindings } from './ablations/custom.js';
import { type Finding, tableOf } from './ablations/mechanism.js';
import { runtimeFindings } from './ablations/runtime.js';
import { readDomain } from './custom/domain-set.js';
import { readSentences } from './model/sentences.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    domains: { type: 'string', default: 'bench/data/domains' },
    domain: { type: 'string', default: 'postgresql-jpug.en-ja' },
    pairs: { type: 'string', default: '1000' },
    sentences: { type: 'string', default: '40' },
    lines: { type: 'string', default: '250' },
    models: { type: 'string', default: 'models' },
    'runtime-only': { type: 'boolean', default: false },
  },
});

const findings: Finding[] = [
  ...(await runtimeFindings(values.models, readSentences(values.data, Number(values.sentences)))),
];
if (!values['runtime-only']) {
  const model = new ModelService({ directory: values.models });
  for (const name of values.domain.split(',')) {
    const domain = readDomain(join(values.domains, name), name, Number(values.lines));
    for (const size of values.pairs.split(',')) {
      console.log(`A custom model of ${size} pairs of ${name} …`);
      findings.push(...(await customFindings(model, domain, Number(size))));
    }
  }
  await model.close();
}

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}`;
const page = `# Ablations

Made by \`npm run bench -- ablations\` on ${machine}. Each mechanism is left out while everything else stays. Times of the runtime are
medians of runs in turn; on a busy machine their ratios count, not the milliseconds.

${tableOf(findings)}
`;
writeFileSync('docs/notes/ablations.md', page);
console.log(page);
console.log(
  `RESULT ${JSON.stringify(findings.map(({ name, latency, chrf, setting }) => ({ name, setting, latency, chrf })))}`,
);
