import { useState } from 'react';
import { useWords } from '../context.js';
import { Icon } from './icon.js';

interface CopyButtonProps {
  readonly text: string;
  /** The picture alone, beside what it copies. */
  readonly isSmall?: boolean;
}

/** Browsers have a clipboard for pages over HTTPS and of the same machine; elsewhere the text is selected by hand. */
export function CopyButton({ text, isSmall }: CopyButtonProps) {
  const { texts } = useWords();
  const [copied, setCopied] = useState<string>();
  if (!window.isSecureContext) return null;
  const isCopied = copied === text;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(undefined),
    );
  };
  return (
    <button type="button" className={isSmall ? 'icon-button' : 'quiet'} onClick={copy} aria-live="polite">
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span className={isSmall ? 'unseen' : undefined}>{isCopied ? texts.copied : texts.copy}</span>
    </button>
  );
}
