import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ConnectionError, type Contract } from '#client';
import { GENERAL } from '../../account.js';
import { useAccessKey, useClient, useWords } from '../../context.js';
import { Icon } from '../../parts/icon.js';
import { MannerBar, writesNames } from '../../parts/manner-bar.js';
import { useToast } from '../../parts/toast.js';
import { DeskFoot } from './desk-foot.js';
import { HistoryDialog } from './history-dialog.js';
import { LanguageBar, otherThan } from './language-bar.js';
import { Legend } from './legend.js';
import { useLitSentence } from './lit-sentence.js';
import type { ShownLine } from './live-translation.js';
import { Outcome } from './outcome.js';
import { rememberSentence } from './remember.js';
import { SentenceCard } from './sentence-card.js';
import { sentenceId } from './sentence-mark.js';
import { SourcePane } from './source-pane.js';
import { TargetPane } from './target-pane.js';
import { TermDialog, type TermDraft } from './term-dialog.js';
import { AUTO, type Manner } from './translated-line.js';
import { useTypedText } from './typed-text.js';
import { firstLanguages, rememberLanguages, useWorkspace } from './workspace.js';

interface DeskProps {
  readonly contracts: readonly [Contract, ...Contract[]];
  readonly languages: readonly string[];
}

/** The two panes and all that belongs to them. */
export function Desk({ contracts, languages }: DeskProps) {
  const { locale, texts } = useWords();
  const client = useClient();
  const accessKey = useAccessKey();
  const toast = useToast();
  const workspace = useWorkspace();
  const { live, history } = workspace;
  const shown = useSyncExternalStore(live.subscribe, () => live.shown);
  const { text, field, onInput, onPaste, write } = useTypedText(workspace);

  const [{ from, to }, setLanguages] = useState(() => firstLanguages(locale));
  const [contractId, setContractId] = useState(workspace.contractId);
  const [fieldId, setFieldId] = useState(workspace.fieldId);
  const [chosenFormality, setFormality] = useState(workspace.formality);
  const [chosenNames, setNames] = useState(workspace.names);
  const contract = contracts.find(({ id }) => id === contractId) ?? contracts[0];
  const formality = chosenFormality ?? contract.formality;
  const names = chosenNames ?? contract.names;
  const manner: Manner = useMemo(
    () => ({ from, to, contractId: contract.id, fieldId, formality, names }),
    [from, to, contract, fieldId, formality, names],
  );
  const choose = useCallback((nextFrom: string, nextTo: string) => {
    rememberLanguages(nextFrom, nextTo);
    setLanguages({ from: nextFrom, to: nextTo });
  }, []);

  const ask = useCallback(() => {
    live.translate(client, text, manner, contract.ratePerMinute);
  }, [live, client, text, manner, contract]);
  useEffect(ask, [ask]);
  useEffect(() => {
    if (!(shown.error instanceof ConnectionError)) return;
    const timer = setTimeout(ask, OFFLINE_PAUSE_MS);
    addEventListener('online', ask);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', ask);
    };
  }, [shown.error, ask]);
  const { detectedLang } = shown;
  const sourceLang = from === AUTO ? detectedLang : from;
  useEffect(() => {
    // Somebody who writes in the language he translates into wants the other one.
    if (from === AUTO && shown.state === 'idle' && detectedLang === to)
      choose(from, otherThan(to, languages));
  }, [from, to, shown.state, detectedLang, languages, choose]);

  const target = shown.lines.map(({ translated }) => translated?.target ?? '').join('\n');
  const keep = useCallback(() => {
    if (shown.state === 'idle' && sourceLang !== undefined)
      history.add({ source: text, target, from: sourceLang, to });
  }, [shown.state, history, text, target, sourceLang, to]);
  useEffect(() => {
    const timer = setTimeout(keep, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [keep]);
  /** Puts another text into the place of this one, which can be found in the history. */
  const replace = (other: string) => {
    keep();
    write(other);
  };

  const [selected, setSelected] = useState<string>();
  const [draft, setDraft] = useState<TermDraft>();
  const [showsHistory, setShowsHistory] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const { light, onPointerMove, onPointerLeave } = useLitSentence(root, live, selected);
  const onCaret = useCallback((at: number) => light(sentenceAtCaret(live.shown.lines, at)), [live, light]);

  const again = () => {
    live.forget();
    ask();
  };
  const remember = async (source: string, words: string) => {
    if (sourceLang === undefined) return;
    const pair = { fromLang: sourceLang, fromText: source, toLang: to, toText: words };
    await rememberSentence(client, accessKey, pair);
    toast({ text: texts.translate.sentence.remembered });
    again();
  };
  const startTerm = () => {
    if (sourceLang === undefined) return;
    setDraft({ from: sourceLang, to, ...markedWords(field.current, root.current) });
  };
  const [line, at] = selected?.split(':').map(Number) ?? [];
  const sentence = line === undefined ? undefined : shown.lines[line]?.translated?.sentences[at ?? 0];

  return (
    <div
      className="desk"
      ref={root}
      data-card={sentence && 'open'}
      onPointerMove={onPointerMove}
      onPointerLeave={onPointerLeave}
    >
      <div className="desk-bar">
        <MannerBar
          contracts={contracts}
          contract={contract}
          fieldId={fieldId}
          formality={to === 'ja' ? formality : undefined}
          onFormality={(wanted) => {
            workspace.formality = wanted;
            setFormality(wanted);
          }}
          names={writesNames(to) ? names : undefined}
          onNames={(wanted) => {
            workspace.names = wanted;
            setNames(wanted);
          }}
          onContract={(id) => {
            workspace.contractId = id;
            workspace.fieldId = GENERAL;
            setContractId(id);
            setFieldId(GENERAL);
          }}
          onField={(id) => {
            workspace.fieldId = id;
            setFieldId(id);
          }}
        />
        <button type="button" className="bare" onClick={() => setShowsHistory(true)}>
          <Icon name="clock" />
          {texts.translate.history}
        </button>
      </div>
      <div className="panes" data-state={shown.state}>
        <LanguageBar
          codes={languages}
          from={from}
          to={to}
          detectedLang={detectedLang}
          onChange={choose}
          onSwap={() => {
            choose(to, sourceLang ?? otherThan(to, languages));
            replace(target);
          }}
        />
        <SourcePane
          field={field}
          lang={sourceLang}
          lines={shown.lines}
          first={workspace.text}
          onInput={onInput}
          onPaste={onPaste}
          onCaret={onCaret}
        />
        <TargetPane lang={to} shown={shown} onSelect={setSelected} />
        <DeskFoot
          text={text}
          target={target}
          to={to}
          canAddTerm={sourceLang !== undefined}
          onWrite={replace}
          onTerm={startTerm}
        />
      </div>
      <Legend lines={shown.lines} />
      <Outcome shown={shown} onRetry={ask} />
      {sentence !== undefined && line !== undefined && (
        <SentenceCard
          key={sentence.source}
          sentence={sentence}
          manner={{ ...manner, from: sourceLang ?? from }}
          usesPhrases={contract.engine === 't4oo'}
          onReword={(words) => {
            live.reword(line, at ?? 0, words, manner);
            toast({
              text: texts.translate.sentence.used,
              action: {
                label: texts.translate.sentence.remember,
                run: () => void remember(sentence.source, words),
              },
            });
          }}
          onRemember={(words) => remember(sentence.source, words)}
          onTerm={startTerm}
          onClose={() => setSelected(undefined)}
        />
      )}
      {draft !== undefined && (
        <TermDialog
          draft={draft}
          onClose={() => setDraft(undefined)}
          onRemembered={() => {
            setDraft(undefined);
            again();
          }}
        />
      )}
      {showsHistory && (
        <HistoryDialog
          history={history}
          onClose={() => setShowsHistory(false)}
          onChoose={(past) => {
            setShowsHistory(false);
            choose(past.from, past.to);
            replace(past.source);
          }}
        />
      )}
    </div>
  );
}

/** Between two looks for a service that does not answer. */
const OFFLINE_PAUSE_MS = 2_000;
/** A text that has not changed for so long is one to come back to. */
const SETTLED_MS = 1_500;

function sentenceAtCaret(lines: readonly ShownLine[], caret: number): string | undefined {
  let start = 0;
  for (const [number, { source, translated, isStale }] of lines.entries()) {
    const inLine = caret - start;
    start += source.length + 1;
    if (inLine > source.length) continue;
    if (isStale) return undefined;
    const at = translated?.sentences.findLastIndex(({ sourceStart }) => sourceStart <= inLine) ?? -1;
    return at === -1 ? undefined : sentenceId(number, at);
  }
  return undefined;
}

/** What is marked in either pane, to begin a term with. */
function markedWords(field: HTMLTextAreaElement | null, root: HTMLElement | null) {
  const fromText = field?.value.slice(field.selectionStart, field.selectionEnd).trim() ?? '';
  const selection = getSelection();
  const pane = root?.querySelector('.target-pane');
  const isInPane = selection?.anchorNode && pane?.contains(selection.anchorNode);
  return { fromText, toText: isInPane ? selection.toString().trim() : '' };
}
