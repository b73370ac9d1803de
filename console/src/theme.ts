export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const CHOSEN = 'kotobashi.theme';

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(CHOSEN);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** The attribute decides `color-scheme`, and that decides every colour (styles/tokens.css). */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function rememberTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(CHOSEN);
  else localStorage.setItem(CHOSEN, theme);
}
