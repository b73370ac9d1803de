import { useWords } from '../context.js';

interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  /** 0 while nobody knows it yet. */
  readonly total: number;
}

export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const { locale } = useWords();
  const share = total === 0 ? 0 : done / total;
  return (
    <p className="progress">
      <progress max={1} value={share} aria-label={label} />
      <span>{new Intl.NumberFormat(locale, { style: 'percent' }).format(share)}</span>
    </p>
  );
}
