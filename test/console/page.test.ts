import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { ended, jidOf, translate, texts as translationsOf, upload } from '../training/customer.js';
import { asTsv, MANUAL_PAIRS, UNSEEN } from '../training/manual.js';
import { Visitor } from './visitor.js';

interface Explained {
  readonly evaluation: {
    readonly pairs: number;
    readonly before: number;
    readonly after: number;
    readonly examples: readonly Record<'source' | 'reference' | 'before' | 'after', string>[];
  };
  readonly terms: readonly { readonly fromText: string; readonly toText: string; readonly count: number }[];
}

let app: TestApp;
let acme: Tenant;
let rival: Tenant;
let jid: string;
let mid: string;
const visitors: Visitor[] = [];
beforeAll(async () => {
  app = await testApp({ workers: true });
  [acme, rival] = await Promise.all([app.tenant(), app.tenant()]);
  jid = jidOf(await upload(app, acme, asTsv(MANUAL_PAIRS), { name: 'Manual' }));
  mid = String((await ended(app, acme, jid)).mid);
}, 300_000);
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave();
});
afterAll(() => app.close());

async function visit(hash = ''): Promise<Visitor> {
  const visitor = await Visitor.at(app, hash);
  visitors.push(visitor);
  return visitor;
}

async function visitAs(tenant: Tenant, hash = ''): Promise<Visitor> {
  const visitor = await visit(hash);
  await visitor.signIn(tenant.key);
  return visitor;
}

/** As when the operator takes the contract away while somebody has the page open. */
async function withoutCustomContract(tenant: Tenant, act: () => Promise<void>): Promise<void> {
  const { contracts } = app.service;
  const change = (enabled: boolean) =>
    contracts.change(tenant.organization.id, tenant.contracts.custom.id, { enabled });
  await change(false);
  await act();
  await change(true);
}

async function explained(): Promise<Explained> {
  const { body } = await app.call(acme, `/api/v1/training/model/${mid}`, { headers: { 'x-explain': '1' } });
  return body as Explained;
}

describe('signing in', () => {
  it('keeps nothing in the page and lasts over a reload, until one signs out', async () => {
    const visitor = await visitAs(acme, '#/models');
    await visitor.sees('Manual');
    expect(visitor.kept).toBe('[{},{}]');
    await visitor.reload();
    await visitor.sees('Manual');
    visitor.press('Sign out');
    await visitor.sees('Secret key');
    await vi.waitFor(() => expect(visitor.hiddenCookies).toEqual([]));
  });

  it('is asked for again, with a sentence, when the token no longer counts; then the page is back', async () => {
    const tenant = await app.tenant();
    const visitor = await visitAs(tenant, '#/models');
    await visitor.sees('Your organization has no custom model yet.');
    const key = await app.service.keyAdmin.rotate(tenant.organization.id, tenant.key.accessKey);
    visitor.goTo('#/train');
    await visitor.sees('Your session has ended. Please sign in again.');
    expect(visitor.text('.failure')).toMatch(/^40006 /);
    await visitor.signIn(key);
    await visitor.sees('File with sentence pairs');
  });
});

describe('the list of models', () => {
  it('says what to do while there is none', async () => {
    const visitor = await visitAs(rival, '#/models');
    await visitor.sees('Your organization has no custom model yet.');
    expect(visitor.text('main a')).toBe('Train a model');
  });

  it('shows name, id, languages and field, and leads to the model', async () => {
    const visitor = await visitAs(acme, '#/models');
    await visitor.sees('Manual');
    expect(visitor.texts('tbody th, tbody td')).toEqual([
      'Manual',
      mid,
      'English → Japanese en → ja',
      'Generic L000001',
    ]);
    visitor.press('Manual');
    await visitor.sees('Evaluation');
    expect(visitor.hash).toBe(`#/models/${mid}`);
  });

  it('holds nothing of another organization, whose models are as unknown as those that nobody has', async () => {
    const visitor = await visitAs(rival, `#/models/${mid}`);
    await visitor.sees('40203');
    const theirs = visitor.text('.failure').replace(/Request .*/, '');
    expect(theirs).toBe('40203 Your organization has no such model.');
    expect(visitor.text()).not.toContain('Manual');
    visitor.goTo('#/models/M9999999');
    await visitor.sees('M9999999');
    await visitor.sees(theirs);
  });
});

describe('the page of a model', () => {
  it('shows the evaluation as the public interface gives it', async () => {
    const { evaluation } = await explained();
    const visitor = await visitAs(acme, `#/models/${mid}`);
    await visitor.sees('Evaluation');
    expect(visitor.text()).toContain(`on ${evaluation.pairs} pairs that were held out`);
    const [before, after, difference] = visitor.texts('.scores dd');
    expect(before).toBe(evaluation.before.toFixed(1));
    expect(after).toBe(evaluation.after.toFixed(1));
    expect(difference).toBe(`+${(Number(after) - Number(before)).toFixed(1)}`);
    const bars = visitor.attributes('.before-after rect[data-series]', 'width').map(Number);
    expect(bars[1]).toBeGreaterThan(bars[0] ?? 0);
    expect((bars[1] ?? 0) / (bars[0] ?? 0)).toBeCloseTo(evaluation.after / evaluation.before);
    await visitor.sees('Versions');
    await vi.waitFor(() => expect(visitor.texts('table[aria-labelledby=versions] tbody th')).toEqual(['1']));
    expect(visitor.texts('table[aria-labelledby=versions] tbody td').slice(1, 3)).toEqual([before, after]);
    expect(evaluation.examples.length).toBeGreaterThan(0);
    expect(visitor.texts('.example dd')).toEqual(
      evaluation.examples.flatMap((line) => [line.source, line.reference, line.before, line.after]),
    );
  });

  it('marks what changed, and nothing that did not', async () => {
    const { examples } = (await explained()).evaluation;
    const visitor = await visitAs(acme, `#/models/${mid}`);
    await visitor.sees('Evaluation');
    const marked = visitor.texts('.example mark');
    expect(marked.length).toBeGreaterThan(0);
    const kept = (side: string) => visitor.text(`.example ${side} > span > span`).replaceAll('\n', '');
    // Without the marked words both translations read the same.
    expect(kept('dd:nth-of-type(3)')).toBe(kept('dd:nth-of-type(4)'));
    expect(kept('dd:nth-of-type(3)').length).toBeLessThan(
      examples.map(({ before }) => before).join('').length,
    );
  });

  it('lists the suggested terms and the field id to paste', async () => {
    const { terms } = await explained();
    const visitor = await visitAs(acme, `#/models/${mid}`);
    await visitor.sees('Suggested terms');
    expect(terms.length).toBeGreaterThan(0);
    expect(visitor.texts('table[aria-labelledby=terms] td:nth-child(-n + 3)')).toEqual(
      terms.flatMap(({ fromText, toText, count }) => [fromText, toText, String(count)]),
    );
    expect(JSON.parse(visitor.text('pre'))).toMatchObject({
      fieldId: mid,
      sourceLang: 'en',
      targetLang: 'ja',
    });
  });

  it('translates a text with the base model and with the model, side by side', async () => {
    const source = UNSEEN[0]?.fromText ?? '';
    const [base] = translationsOf(await translate(app, rival, 'L000001', [source]));
    const [custom] = translationsOf(await translate(app, acme, mid, [source]));
    const visitor = await visitAs(acme, `#/models/${mid}`);
    await visitor.sees('Try it');
    visitor.fill('Text (English)', source);
    expect(visitor.text('pre')).toContain(acme.contracts.custom.id);
    visitor.press('Translate');
    await visitor.sees('This model');
    expect(visitor.text('[data-side=base] .text')).toBe(base);
    expect(visitor.text('[data-side=custom] .text')).toBe(custom);
    expect(custom).not.toBe(base);
  });

  it('shows why a text was not translated', async () => {
    const visitor = await visitAs(acme, `#/models/${mid}`);
    await visitor.sees('Try it');
    visitor.fill('Text (English)', 'Hello.');
    await withoutCustomContract(acme, async () => {
      visitor.press('Translate');
      await visitor.sees('40204');
      expect(visitor.texts('.sides .failure strong')).toEqual(['40204', '40204']);
    });
  });
});

describe('training', () => {
  async function fillIn(visitor: Visitor, table: string): Promise<void> {
    await visitor.sees('File with sentence pairs');
    visitor.choose('File with sentence pairs', 'lamps.tsv', table);
    visitor.fill('From', 'en');
    visitor.fill('To', 'ja');
    await visitor.sees('Mechanical engineering');
    visitor.fill('Field', 'L002001');
  }

  it('can be cancelled, and says so in the words of the service', async () => {
    const tenant = await app.tenant();
    const visitor = await visitAs(tenant, '#/train');
    await fillIn(visitor, asTsv(MANUAL_PAIRS));
    visitor.press('Start training');
    await visitor.sees('Cancel training');
    visitor.press('Cancel training');
    await visitor.sees('41001 The training was cancelled.');
    await vi.waitFor(() => expect(visitor.text('button')).not.toContain('Cancel training'));
    visitor.goTo('#/work');
    await visitor.sees('The training was cancelled.');
  });

  it('shows why a request was refused, and keeps the form', async () => {
    const visitor = await visitAs(rival, '#/train');
    await fillIn(visitor, asTsv(MANUAL_PAIRS));
    await withoutCustomContract(rival, async () => {
      visitor.press('Start training');
      await visitor.sees('40204');
    });
    expect(visitor.text('button[type=submit]')).toBe('Start training');
  });

  it('of others is unknown', async () => {
    const visitor = await visitAs(rival, `#/jobs/${jid}`);
    await visitor.sees('40203 Your organization has no such training job.');
    expect(visitor.text()).not.toContain('Manual');
  });
});

it('speaks Japanese when asked to', async () => {
  const visitor = await visitAs(acme, `#/models/${mid}`);
  await visitor.sees('Evaluation');
  visitor.press('日本語');
  await visitor.sees('学習前');
  expect(visitor.text('h2')).toContain('用語の候補');
  expect(visitor.text('.facts')).toContain('英語 → 日本語');
  visitor.press('English');
  await visitor.sees('Evaluation');
});
