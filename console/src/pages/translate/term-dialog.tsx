import { useState } from 'react';
import { useAction } from '../../action.js';
import { useClient, useWords } from '../../context.js';
import { FormDialog } from '../../parts/dialog.js';
import { TextField } from '../../parts/field.js';
import { useToast } from '../../parts/toast.js';
import { languageName } from '../../text/texts.js';
import { rememberTerm } from './remember.js';

export interface TermDraft {
  readonly from: string;
  readonly to: string;
  readonly fromText: string;
  readonly toText: string;
}

interface TermDialogProps {
  readonly draft: TermDraft;
  readonly onClose: () => void;
  readonly onRemembered: () => void;
}

/** A term for the dictionary of the user, begun with what was marked in the panes. */
export function TermDialog({ draft: { from, to, ...draft }, onClose, onRemembered }: TermDialogProps) {
  const { locale, texts } = useWords();
  const client = useClient();
  const toast = useToast();
  const [fromText, setFromText] = useState(draft.fromText);
  const [toText, setToText] = useState(draft.toText);
  const { run, working, error } = useAction(async () => {
    await rememberTerm(client, { fromLang: from, fromText, toLang: to, toText });
    toast({ text: texts.translate.term.remembered(fromText.trim()) });
    onRemembered();
  });
  return (
    <FormDialog
      title={texts.translate.term.title}
      action={texts.translate.term.action}
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <p className="intro">{texts.translate.term.intro}</p>
      <TextField
        label={texts.translate.term.from(languageName(from, locale))}
        required
        maxLength={255}
        lang={from}
        value={fromText}
        onChange={setFromText}
      />
      <TextField
        label={texts.translate.term.to(languageName(to, locale))}
        required
        maxLength={255}
        lang={to}
        value={toText}
        onChange={setToText}
      />
    </FormDialog>
  );
}
