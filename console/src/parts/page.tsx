import { type ReactNode, useEffect, useRef } from 'react';

interface PageProps {
  readonly title: string;
  /** A sentence below the heading. */
  readonly intro?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  /** `wide` uses all the room there is; text reads better in the narrower default. */
  readonly width?: 'wide';
  /** For those who listen alone: what the page is for is plain to see. */
  readonly isTitleHidden?: boolean;
  readonly children: ReactNode;
}

/** A page with its heading, which takes the focus when the page comes: whoever reads by ear or keyboard starts there. */
export function Page({ title, intro, actions, width, isTitleHidden, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Kotobashi`;
  }, [title]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page" data-width={width}>
      <div className={isTitleHidden ? 'unseen' : 'page-head'}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {intro !== undefined && <p className="intro">{intro}</p>}
      {children}
    </div>
  );
}
