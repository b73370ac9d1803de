import { useWords } from '../../context.js';
import { Dialog } from '../../parts/dialog.js';
import { languageName } from '../../text/texts.js';
import type { History, PastTranslation } from './history.js';

interface HistoryDialogProps {
  readonly history: History;
  readonly onChoose: (past: PastTranslation) => void;
  readonly onClose: () => void;
}

export function HistoryDialog({ history, onChoose, onClose }: HistoryDialogProps) {
  const { locale, texts } = useWords();
  const { entries } = history;
  return (
    <Dialog title={texts.translate.history} onClose={onClose}>
      <p className="faint">
        {entries.length === 0 ? texts.translate.historyEmpty : texts.translate.historyNote}
      </p>
      <ul className="plain history">
        {entries.map((past) => (
          <li key={past.id}>
            <button type="button" onClick={() => onChoose(past)}>
              <small>
                {languageName(past.from, locale)} → {languageName(past.to, locale)}
              </small>
              <span lang={past.from}>{past.source}</span>
              <span lang={past.to} className="faint">
                {past.target}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {entries.length > 0 && (
        <div className="dialog-foot">
          <button
            type="button"
            className="quiet"
            onClick={() => {
              history.clear();
              onClose();
            }}
          >
            {texts.translate.historyClear}
          </button>
        </div>
      )}
    </Dialog>
  );
}
