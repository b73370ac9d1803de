import type { ReactNode } from 'react';

interface BadgeProps {
  readonly tone: 'plain' | 'busy' | 'good' | 'bad';
  readonly children: ReactNode;
}

/** A state in a word. The word says it; the colour only helps. */
export function Badge({ tone, children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
