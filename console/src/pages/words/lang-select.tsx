import { useWords } from '../../context.js';
import { languageName } from '../../text/texts.js';

/** What models of the service speak; entries in other languages come with tables. */
const LANGS = ['ja', 'en', 'zh-CN', 'zh-TW', 'zh-HK'];

interface LangSelectProps {
  readonly label: string;
  readonly value: string;
  /** Shown first, for no language. */
  readonly placeholder?: string;
  readonly onChange: (lang: string) => void;
}

export function LangSelect({ label, value, placeholder, onChange }: LangSelectProps) {
  const { locale } = useWords();
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {LANGS.map((lang) => (
        <option key={lang} value={lang}>
          {languageName(lang, locale)}
        </option>
      ))}
    </select>
  );
}
