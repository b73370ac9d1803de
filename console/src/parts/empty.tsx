import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  /** What to do about it. */
  readonly hint?: ReactNode;
  readonly children?: ReactNode;
}

/** Where a list would be, had it anything in it. */
export function Empty({ title, hint, children }: EmptyProps) {
  return (
    <div className="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {hint !== undefined && <p>{hint}</p>}
      {children}
    </div>
  );
}
