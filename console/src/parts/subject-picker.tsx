import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import type { Subject } from '../account.js';
import { useWords } from '../context.js';
import { Dialog } from './dialog.js';
import { Icon } from './icon.js';

interface SubjectPickerProps {
  readonly label: string;
  readonly subjects: readonly Subject[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** A button that names the field, and the searchable tree behind it. */
export function SubjectPicker({ label, subjects, value, onChange }: SubjectPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const current = subjects.find(({ id }) => id === value);
  return (
    <>
      <button type="button" className="quiet picker" onClick={() => setOpen(true)}>
        <span className="unseen">{label}: </span>
        {current?.name ?? value}
        <Icon name="chevron" />
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <SubjectTree
            subjects={subjects}
            value={value}
            onChoose={(id) => {
              onChange(id);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

interface SubjectTreeProps {
  readonly subjects: readonly Subject[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

/** The focus stays in the search; arrow keys move through what it leaves, Enter chooses. */
function SubjectTree({ subjects, value, onChoose }: SubjectTreeProps) {
  const { texts } = useWords();
  const base = useId();
  const [search, setSearch] = useState('');
  const found = useMemo(() => matching(subjects, search), [subjects, search]);
  const [active, setActive] = useState(value);
  const at = Math.max(
    found.findIndex(({ id }) => id === active),
    0,
  );
  const move = (to: number) => {
    const next = found[Math.min(Math.max(to, 0), found.length - 1)];
    if (next === undefined) return;
    setActive(next.id);
    document.getElementById(`${base}-${next.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[at];
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        // Not of type search: there the Escape key empties the field, and should close the dialog.
        type="text"
        role="combobox"
        aria-label={texts.translate.searchField}
        aria-expanded="true"
        aria-controls={`${base}-tree`}
        aria-activedescendant={found[at] && `${base}-${found[at].id}`}
        placeholder={texts.translate.searchField}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="tree" id={`${base}-tree`} role="listbox" aria-label={texts.translate.field}>
        {found.map(({ id, name, level }, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={id}
            id={`${base}-${id}`}
            role="option"
            aria-selected={id === value}
            data-level={level}
            data-active={index === at ? 'yes' : undefined}
            onClick={() => onChoose(id)}
          >
            {name} <small>{id}</small>
          </button>
        ))}
      </div>
      {found.length === 0 && <p className="faint">{texts.translate.noField}</p>}
    </>
  );
}

/** What holds the words, with all that stands above it. */
function matching(subjects: readonly Subject[], search: string): readonly Subject[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return subjects;
  const above: Subject[] = [];
  const found = new Set<Subject>();
  for (const subject of subjects) {
    above.length = subject.level - 1;
    if (subject.name.toLowerCase().includes(wanted) || subject.id === wanted) {
      for (const parent of above) found.add(parent);
      found.add(subject);
    }
    above[subject.level - 1] = subject;
  }
  return [...found];
}
