import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useAction } from '../../action.js';
import { useClient, useWords } from '../../context.js';
import { useLoaded } from '../../loaded.js';
import { Badge } from '../../parts/badge.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Icon } from '../../parts/icon.js';
import { WhenLoaded } from '../../parts/when-loaded.js';
import { isDoubtful, originOf } from './sentence-mark.js';
import { alternativesOf, type Manner, type Sentence } from './translated-line.js';

interface SentenceCardProps {
  readonly sentence: Sentence;
  /** With the language that the sentence is in. */
  readonly manner: Manner;
  /** Phrase pairs count with the phrase-pair engine alone. */
  readonly usesPhrases: boolean;
  readonly onReword: (text: string) => void;
  readonly onRemember: (text: string) => Promise<void>;
  readonly onTerm: () => void;
  readonly onClose: () => void;
}

/** Everything about one sentence: what was applied, what else it could be, and what it should be. Another sentence is another card. */
export function SentenceCard(props: SentenceCardProps) {
  const { sentence, manner, usesPhrases, onReword, onRemember, onTerm, onClose } = props;
  const { texts } = useWords();
  const words = texts.translate.sentence;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const applied = sentence.terms.filter((term) => term.applied);
  return (
    <section className="card sentence-card" aria-labelledby="sentence-card">
      <div className="dialog-head">
        <h2 id="sentence-card" ref={heading} tabIndex={-1} lang={manner.from}>
          {sentence.source}
        </h2>
        <button type="button" className="icon-button" aria-label={words.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <p className="notes">
        {sentence.by === 'phrase-pair' && <Badge tone="good">{texts.translate.byPhrase}</Badge>}
        {isDoubtful(sentence) && <Badge tone="busy">{texts.translate.doubtful}</Badge>}
      </p>
      <div className="sides">
        <div>
          <Alternatives sentence={sentence} manner={manner} onReword={onReword} />
          {applied.length > 0 && (
            <>
              <h3>{words.terms}</h3>
              <ul className="plain">
                {applied.map((term) => (
                  <li key={term.fromText}>
                    <span lang={manner.from}>{term.fromText}</span> →{' '}
                    <span lang={manner.to}>{term.toText}</span> <small>{originOf(term, texts)}</small>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <div>
          <OwnWords
            key={sentence.target}
            target={sentence.target}
            lang={manner.to}
            hint={usesPhrases ? words.ownHint : words.ownElsewhere}
            onRemember={onRemember}
          />
          <button type="button" className="bare" onClick={onTerm}>
            <Icon name="plus" />
            {texts.translate.term.action}
          </button>
        </div>
      </div>
    </section>
  );
}

type AlternativesProps = Pick<SentenceCardProps, 'sentence' | 'manner' | 'onReword'>;

function Alternatives({ sentence, manner, onReword }: AlternativesProps) {
  const { texts } = useWords();
  const client = useClient();
  const { source } = sentence;
  const { from, to, contractId, fieldId, formality, names } = manner;
  const loaded = useLoaded(
    useCallback(
      (signal: AbortSignal) =>
        alternativesOf(client, source, { from, to, contractId, fieldId, formality, names }, signal),
      [client, source, from, to, contractId, fieldId, formality, names],
    ),
  );
  return (
    <>
      <h3>{texts.translate.sentence.alternatives}</h3>
      <WhenLoaded loaded={loaded}>
        {(alternatives) =>
          alternatives.length === 0 ? (
            <p className="faint">{texts.translate.sentence.noAlternatives}</p>
          ) : (
            <ul className="plain alternatives">
              {alternatives.map((text) => (
                <li key={text}>
                  <button
                    type="button"
                    lang={to}
                    aria-pressed={text === sentence.target}
                    onClick={() => onReword(text)}
                  >
                    {text}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </>
  );
}

interface OwnWordsProps {
  readonly target: string;
  readonly lang: string;
  readonly hint: string;
  readonly onRemember: (text: string) => Promise<void>;
}

function OwnWords({ target, lang, hint, onRemember }: OwnWordsProps) {
  const { texts } = useWords();
  const id = useId();
  const [text, setText] = useState(target);
  const { run, working, error } = useAction(onRemember);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <h3>
        <label htmlFor={id}>{texts.translate.sentence.own}</label>
      </h3>
      <textarea
        id={id}
        rows={3}
        lang={lang}
        required
        maxLength={2000}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <small id={`${id}-hint`}>{hint}</small>
      {error !== undefined && <FailureNote error={error} />}
      <p>
        <button type="submit" className="quiet" disabled={working || text.trim() === ''}>
          {texts.translate.sentence.remember}
        </button>
      </p>
    </form>
  );
}
