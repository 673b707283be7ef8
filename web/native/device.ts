/** The phone around the page: share sheet, status bar, keyboard. */
import { Keyboard } from '@capacitor/keyboard';
import { Share } from '@capacitor/share';
import { StatusBar, Style } from '@capacitor/status-bar';
import { useEffect } from 'react';
import { useTheme } from '../account/theme.ts';
import { logFailure, removing } from './listening.ts';

/** The plugin's error for a share sheet that was closed. */
const isCancelled = (error: unknown): boolean => error instanceof Error && /cancel/i.test(error.message);

/** Shares by the plugin; Android's web view has no `navigator.share` of its own. Rejects as that one does. */
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

/** Gives the status bar texts that are legible over the theme: `Style.Dark` is light text for a dark page. */
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

/** Marks the page while the keyboard is open, so that the bottom bar makes room: the web view itself shrinks. */
function useKeyboardMark(): void {
  useEffect(() => {
    const { dataset } = document.body;
    const shown = removing(
      Keyboard.addListener('keyboardWillShow', () => {
        dataset.keyboard = '';
      }),
    );
    const hidden = removing(
      Keyboard.addListener('keyboardWillHide', () => {
        delete dataset.keyboard;
      }),
    );
    return () => {
      shown();
      hidden();
    };
  }, []);
}

export function useDevice(): void {
  useShareSheet();
  useStatusBar();
  useKeyboardMark();
}
