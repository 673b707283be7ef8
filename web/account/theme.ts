/** Light or dark: the system's, unless the customer chose (docs/readings.md#38). `public/theme.js` reads it before the first paint. */
import { useSyncExternalStore } from 'react';
import { chosenTheme } from '../storage.ts';

export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const themeNow = (): Theme => {
  const chosen = chosenTheme.read();
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
};

/** The choice on this device. */
export const useTheme = (): Theme => useSyncExternalStore(chosenTheme.subscribe, themeNow, () => 'system');

/** Chooses for this device, and shows it at once. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') {
    chosenTheme.remove();
    delete dataset.theme;
  } else {
    chosenTheme.write(theme);
    dataset.theme = theme;
  }
}
