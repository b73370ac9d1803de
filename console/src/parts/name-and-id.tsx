import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';

interface NameAndIdProps {
  readonly name: ReactNode;
  readonly id: string;
}

/** What people call a thing, and below it what programs call it. */
export function NameAndId({ name, id }: NameAndIdProps) {
  return (
    <>
      {name}
      <small className="id">
        <code>{id}</code>
        <CopyButton text={id} isSmall />
      </small>
    </>
  );
}
