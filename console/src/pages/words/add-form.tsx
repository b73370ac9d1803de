import { type FormEvent, useRef, useState } from 'react';
import type { WordList } from '#client';
import { useAction } from '../../action.js';
import { useWords } from '../../context.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Icon } from '../../parts/icon.js';
import { LangSelect } from './lang-select.js';

interface AddFormProps {
  readonly words: WordList;
  readonly isPhrases: boolean;
  readonly onAdded: () => void;
}

/** One more entry; the languages stay for the next. */
export function AddForm({ words, isPhrases, onAdded }: AddFormProps) {
  const { texts } = useWords();
  const [langs, setLangs] = useState({ from: 'ja', to: 'en' });
  const [fromText, setFromText] = useState('');
  const [toText, setToText] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const add = useAction(async () => {
    await words.put([{ fromLang: langs.from, fromText, toLang: langs.to, toText }]);
    setFromText('');
    setToText('');
    onAdded();
    first.current?.focus();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  return (
    <form className="add-form card" onSubmit={submit}>
      <LangSelect
        label={texts.words.fromLang}
        value={langs.from}
        onChange={(from) => setLangs({ ...langs, from })}
      />
      <input
        ref={first}
        required
        lang={langs.from}
        aria-label={texts.words.from}
        placeholder={isPhrases ? texts.words.fromPhrase : texts.words.from}
        value={fromText}
        onChange={(event) => setFromText(event.target.value)}
      />
      <LangSelect label={texts.words.toLang} value={langs.to} onChange={(to) => setLangs({ ...langs, to })} />
      <input
        required
        lang={langs.to}
        aria-label={texts.words.to}
        placeholder={isPhrases ? texts.words.toPhrase : texts.words.to}
        value={toText}
        onChange={(event) => setToText(event.target.value)}
      />
      <button type="submit" disabled={add.working}>
        <Icon name="plus" />
        {texts.words.add}
      </button>
      {add.error !== undefined && <FailureNote error={add.error} />}
    </form>
  );
}
