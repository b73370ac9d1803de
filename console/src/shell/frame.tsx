import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReachable } from '../connection.js';
import { useConnection, useWords } from '../context.js';
import { Icon } from '../parts/icon.js';
import { type SectionId, sectionAddress, useHash } from '../route.js';
import { type Door, SECTIONS } from '../sections.js';
import type { Locale } from '../text/texts.js';
import { Brand } from './brand.js';
import { Preferences } from './preferences.js';

interface FrameProps {
  /** The section that is open, if the address names one. */
  readonly current: SectionId | undefined;
  readonly onSwitch: (locale: Locale) => void;
  /** Absent while nobody is signed in. */
  readonly onLeave?: () => void;
  readonly onLeaveOperations?: () => void;
  readonly children: ReactNode;
}

/** What stands around every page: navigation, language, appearance, the way out, and whether the service answers. */
export function Frame({ current, onSwitch, onLeave, onLeaveOperations, children }: FrameProps) {
  const { texts } = useWords();
  const isReachable = useReachable(useConnection());
  const content = useRef<HTMLElement>(null);
  const hash = useHash();
  // The menu of narrow screens is open on one page: following a link closes it.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === hash;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpenAt(undefined);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  const group = (door: Door) => SECTIONS.filter((section) => section.door === door);
  return (
    <div className="frame" data-menu={isOpen ? 'open' : undefined}>
      <button type="button" className="skip" onClick={() => content.current?.focus()}>
        {texts.nav.skip}
      </button>
      <header className="side">
        <div className="side-head">
          <Brand />
          <button
            type="button"
            className="icon-button menu-button"
            aria-expanded={isOpen}
            aria-controls="menu"
            aria-label={isOpen ? texts.nav.close : texts.nav.open}
            onClick={() => setOpenAt(isOpen ? undefined : hash)}
          >
            <Icon name={isOpen ? 'close' : 'menu'} />
          </button>
        </div>
        <div className="menu" id="menu">
          <nav aria-label={texts.nav.label}>
            <Links sections={group('account')} current={current} />
            {group('operator').length > 0 && (
              <>
                <p className="nav-title" id="nav-operator">
                  {texts.nav.operator}
                </p>
                <Links sections={group('operator')} current={current} labelledBy="nav-operator" />
              </>
            )}
          </nav>
          <div className="side-foot">
            <Preferences onSwitch={onSwitch} />
            {onLeaveOperations && (
              <button type="button" className="bare" onClick={onLeaveOperations}>
                <Icon name="leave" />
                {texts.operatorSignIn.leave}
              </button>
            )}
            {onLeave && (
              <button type="button" className="bare" onClick={onLeave}>
                <Icon name="leave" />
                {texts.signOut}
              </button>
            )}
          </div>
        </div>
      </header>
      <main ref={content} tabIndex={-1}>
        {!isReachable && (
          <p role="status" className="offline">
            <Icon name="alert" />
            {texts.offline}
          </p>
        )}
        {children}
      </main>
    </div>
  );
}

interface LinksProps {
  readonly sections: readonly { readonly id: SectionId; readonly icon: Parameters<typeof Icon>[0]['name'] }[];
  readonly current: SectionId | undefined;
  readonly labelledBy?: string;
}

function Links({ sections, current, labelledBy }: LinksProps) {
  const { texts } = useWords();
  return (
    <ul aria-labelledby={labelledBy}>
      {sections.map(({ id, icon }) => (
        <li key={id}>
          <a href={sectionAddress(id)} aria-current={id === current ? 'page' : undefined}>
            <Icon name={icon} />
            {texts.nav.sections[id]}
          </a>
        </li>
      ))}
    </ul>
  );
}
