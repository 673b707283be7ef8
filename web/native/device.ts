/** Connects the page to the phone's share sheet, status bar and keyboard. */
import { Keyboard } from '@capacitor/keyboard';
import { Share } from '@capacitor/share';
import { StatusBar, Style } from '@capacitor/status-bar';
import { useEffect } from 'react';
import { useTheme } from '../account/theme.ts';
import { logFailure, removeOnCleanUp } from './bridge-calls.ts';

/** Returns whether the plugin failed because the shopper closed the share sheet. */
const isCancelled = (error: unknown): boolean => error instanceof Error && /cancel/i.test(error.message);

/** Replaces `navigator.share`, which Android's web view lacks, and rejects as it does. */
async function shareByPlugin({ title, text, url }: ShareData = {}): Promise<void> {
  try {
    await Share.share({ title, text, url });
  } catch (error) {
    throw isCancelled(error) ? new DOMException('The share sheet was closed', 'AbortError') : error;
  }
}

function useShareSheet(): void {
  useEffect(() => {
    Object.defineProperty(navigator, 'share', { configurable: true, value: shareByPlugin });
  }, []);
}

const DARK = '(prefers-color-scheme: dark)';

/** Makes the status bar's text legible over the theme: `Style.Dark` is light text for a dark page. */
function useStatusBar(): void {
  const theme = useTheme();
  useEffect(() => {
    const system = window.matchMedia(DARK);
    const apply = () => {
      const isDark = theme === 'system' ? system.matches : theme === 'dark';
      logFailure(StatusBar.setStyle({ style: isDark ? Style.Dark : Style.Light }));
    };
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [theme]);
}

/** Marks the page while the keyboard is open. The styles then hide the bottom bar, because the web view shrinks. */
function useKeyboardMark(): void {
  useEffect(() => {
    const { dataset } = document.body;
    const stopOnShow = removeOnCleanUp(
      Keyboard.addListener('keyboardWillShow', () => {
        dataset.keyboard = '';
      }),
    );
    const stopOnHide = removeOnCleanUp(
      Keyboard.addListener('keyboardWillHide', () => {
        delete dataset.keyboard;
      }),
    );
    return () => {
      stopOnShow();
      stopOnHide();
    };
  }, []);
}

export function useDevice(): void {
  useShareSheet();
  useStatusBar();
  useKeyboardMark();
}
