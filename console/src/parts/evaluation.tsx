import type { ModelDetail } from '#client';
import { useWords } from '../context.js';
import { wordDiff } from '../word-diff.js';
import { BeforeAfter } from './charts.js';
import { MarkedText } from './marked-text.js';

type Evaluation = NonNullable<ModelDetail['evaluation']>;

interface EvaluationProps {
  readonly model: ModelDetail;
  readonly evaluation: Evaluation;
}

/** What the training brought, in numbers and to read. */
export function EvaluationSection({ model, evaluation }: EvaluationProps) {
  const { texts } = useWords();
  const { examples, pairs } = evaluation;
  return (
    <section aria-labelledby="evaluation">
      <h2 id="evaluation">{texts.evaluation.title}</h2>
      <p>{texts.evaluation.pairs(pairs)}</p>
      <Scores evaluation={evaluation} />
      <BeforeAfter
        label={texts.evaluation.title}
        before={evaluation.before}
        after={evaluation.after}
        names={[texts.evaluation.before, texts.evaluation.after]}
      />
      <h3>{texts.evaluation.examples}</h3>
      {examples.length === 0 ? (
        <p>{texts.evaluation.noExamples}</p>
      ) : (
        <>
          <p>{texts.evaluation.legend}</p>
          {examples.map((example, at) => (
            <Example key={example.source} number={at + 1} example={example} model={model} />
          ))}
        </>
      )}
    </section>
  );
}

function Scores({ evaluation }: { readonly evaluation: Evaluation }) {
  const { locale, texts } = useWords();
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const score = new Intl.NumberFormat(locale, digits);
  const signed = new Intl.NumberFormat(locale, { ...digits, signDisplay: 'exceptZero' });
  // Of the numbers as they are shown: a reader who subtracts must come to the same.
  const [before, after] = [tenths(evaluation.before), tenths(evaluation.after)];
  const difference = tenths(after - before);
  return (
    <dl className="scores">
      <div>
        <dt>{texts.evaluation.before}</dt>
        <dd>{score.format(before)}</dd>
      </div>
      <div className="after">
        <dt>{texts.evaluation.after}</dt>
        <dd>{score.format(after)}</dd>
      </div>
      <div className={difference > 0 ? 'better' : difference < 0 ? 'worse' : 'same'}>
        <dt>{texts.evaluation.difference}</dt>
        <dd>{signed.format(difference)}</dd>
      </div>
    </dl>
  );
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}

interface ExampleProps {
  readonly number: number;
  readonly example: Evaluation['examples'][number];
  readonly model: ModelDetail;
}

function Example({ number, example, model: { firstLang, secondLang } }: ExampleProps) {
  const { texts } = useWords();
  const diff = wordDiff(example.before, example.after, secondLang);
  return (
    <dl className="example" aria-label={texts.evaluation.example(number)}>
      <dt>{texts.evaluation.source}</dt>
      <dd lang={firstLang}>{example.source}</dd>
      <dt>{texts.evaluation.reference}</dt>
      <dd lang={secondLang}>{example.reference}</dd>
      <dt>{texts.evaluation.before}</dt>
      <dd>
        <MarkedText stretches={diff.before} lang={secondLang} kind="gone" />
      </dd>
      <dt>{texts.evaluation.after}</dt>
      <dd>
        <MarkedText stretches={diff.after} lang={secondLang} kind="new" />
      </dd>
    </dl>
  );
}
