/**
 * Colour scheme: the system's unless the customer chose one (docs/readings.md#38). `public/boot.js` reads it before
 * the first paint.
 */
import { useSyncExternalStore } from 'react';
import { chosenTheme } from '../storage.ts';

export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const readTheme = (): Theme => {
  const theme = chosenTheme.read();
  return theme === 'light' || theme === 'dark' ? theme : 'system';
};

/** Returns the colour scheme stored on this device; the system's during the server's rendering. */
export const useTheme = (): Theme => useSyncExternalStore(chosenTheme.subscribe, readTheme, () => 'system');

/** Stores the colour scheme on this device and applies it. */
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
