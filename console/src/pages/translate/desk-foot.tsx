import { useWords } from '../../context.js';
import { downloadText } from '../../download.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Icon } from '../../parts/icon.js';

interface DeskFootProps {
  readonly text: string;
  readonly target: string;
  readonly to: string;
  readonly canAddTerm: boolean;
  readonly onWrite: (text: string) => void;
  readonly onTerm: () => void;
}

/** A page of a book and a half; beyond it a file is the better way. */
const LONG_CHARACTERS = 10_000;

/** What can be done with the text, below the one pane, and with the translation, below the other. */
export function DeskFoot({ text, target, to, canAddTerm, onWrite, onTerm }: DeskFootProps) {
  const { locale, texts } = useWords();
  const words = texts.translate;
  const isEmpty = text === '';
  return (
    <>
      <div className="pane-foot source-foot">
        <small>{words.characters(new Intl.NumberFormat(locale).format(text.length))}</small>
        <div className="actions">
          {isEmpty && (
            <button type="button" className="bare" onClick={() => onWrite(words.exampleText)}>
              {words.example}
            </button>
          )}
          {canAddTerm && !isEmpty && (
            <button type="button" className="bare" onClick={onTerm}>
              <Icon name="plus" />
              {words.term.title}
            </button>
          )}
          {!isEmpty && (
            <button type="button" className="bare" onClick={() => onWrite('')}>
              <Icon name="close" />
              {words.clear}
            </button>
          )}
        </div>
        {text.length > LONG_CHARACTERS && <small className="whole">{words.long}</small>}
      </div>
      <div className="pane-foot target-foot">
        <div className="actions">
          {target !== '' && (
            <>
              <button
                type="button"
                className="bare"
                onClick={() => downloadText(`translation_${to}.txt`, target)}
              >
                <Icon name="download" />
                {words.download}
              </button>
              <CopyButton text={target} />
            </>
          )}
        </div>
      </div>
    </>
  );
}
