import { useWords } from '../../context.js';
import { Icon } from '../../parts/icon.js';
import { languageName } from '../../text/texts.js';
import { AUTO } from './translated-line.js';

interface LanguageBarProps {
  readonly codes: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly detectedLang: string | undefined;
  readonly onChange: (from: string, to: string) => void;
  readonly onSwap: () => void;
}

/** From which language into which; what was detected stands in the choice itself. */
export function LanguageBar({ codes, from, to, detectedLang, onChange, onSwap }: LanguageBarProps) {
  const { locale, texts } = useWords();
  const auto =
    from === AUTO && detectedLang !== undefined
      ? texts.translate.detected(languageName(detectedLang, locale))
      : texts.translate.detect;
  return (
    <div className="language-bar">
      <select
        aria-label={texts.translate.from}
        value={from}
        onChange={({ target }) =>
          onChange(target.value, target.value === to ? otherThan(target.value, codes) : to)
        }
      >
        <option value={AUTO}>{auto}</option>
        <Languages codes={codes} />
      </select>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.translate.swap}
        title={texts.translate.swap}
        disabled={from === AUTO && detectedLang === undefined}
        onClick={onSwap}
      >
        <Icon name="swap" />
      </button>
      <select
        aria-label={texts.translate.to}
        value={to}
        onChange={({ target }) => onChange(target.value === from ? AUTO : from, target.value)}
      >
        <Languages codes={codes} />
      </select>
    </div>
  );
}

function Languages({ codes }: { readonly codes: readonly string[] }) {
  const { locale } = useWords();
  return codes.map((code) => (
    <option key={code} value={code}>
      {languageName(code, locale)}
    </option>
  ));
}

/** Japanese and English are what this service is for. */
export function otherThan(code: string, codes: readonly string[]): string {
  return ['ja', 'en', ...codes].find((other) => other !== code && codes.includes(other)) ?? code;
}
