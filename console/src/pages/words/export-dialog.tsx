import type { TableFormat, WordList } from '#client';
import { useAction } from '../../action.js';
import { useWords } from '../../context.js';
import { downloadBlob } from '../../download.js';
import { Dialog } from '../../parts/dialog.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Icon } from '../../parts/icon.js';

const FORMATS: readonly TableFormat[] = ['xlsx', 'csv', 'tsv', 'tmx'];

interface ExportDialogProps {
  readonly words: WordList;
  readonly name: string;
  readonly onClose: () => void;
}

export function ExportDialog({ words, name, onClose }: ExportDialogProps) {
  const { texts } = useWords();
  const { run, working, error } = useAction(async (format: TableFormat) => {
    downloadBlob(`${name}.${format}`, new Blob([await words.exportTable(format)]));
    onClose();
  });
  return (
    <Dialog title={texts.words.export} onClose={onClose}>
      <p>{texts.words.exportIntro}</p>
      <div className="actions">
        {FORMATS.map((format) => (
          <button key={format} type="button" className="quiet" disabled={working} onClick={() => run(format)}>
            <Icon name="download" />
            {texts.words.formats[format]}
          </button>
        ))}
      </div>
      {error !== undefined && <FailureNote error={error} />}
    </Dialog>
  );
}
