import { useState } from 'react';
import { useWords } from '../context.js';
import { Icon, type IconName } from '../parts/icon.js';
import { type Locale, TEXTS } from '../text/texts.js';
import { applyTheme, chosenTheme, rememberTheme, type Theme } from '../theme.js';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS: Readonly<Record<Theme, IconName>> = { system: 'system', light: 'sun', dark: 'moon' };

/** Language and appearance; both are remembered in this browser. */
export function Preferences({ onSwitch }: { readonly onSwitch: (locale: Locale) => void }) {
  const { locale, texts } = useWords();
  const [theme, setTheme] = useState(chosenTheme);
  const other = locale === 'en' ? 'ja' : 'en';
  const next = () => {
    rememberTheme(NEXT[theme]);
    applyTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  return (
    <div className="preferences">
      <button type="button" className="bare" lang={other} onClick={() => onSwitch(other)}>
        {TEXTS[other].languageName}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`${texts.theme.label}: ${texts.theme[theme]}`}
        title={`${texts.theme.label}: ${texts.theme[theme]}`}
        onClick={next}
      >
        <Icon name={ICONS[theme]} />
      </button>
    </div>
  );
}
