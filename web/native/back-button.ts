/** Handles Android's back button (docs/spec.md §8 "Native back button: 'Press again to exit'"). iOS has none. */
import { App } from '@capacitor/app';
import { EXIT_WINDOW_MS, pressBack } from '@shop/core/app/back-button';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../i18n/MessagesProvider.tsx';
import { useGoBy } from '../links.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { logFailure, removeOnCleanUp } from './bridge-calls.ts';
import { REQUIRED_UPDATE_ID } from './UpdatePrompt.tsx';

/** Finds the topmost open sheet, drawer or dialog; null without one. */
const findOverlay = (): Element | null => [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;

/** Returns whether the overlay is the required update: Back does not close it, only the app can be left. */
const isBlocked = (overlay: Element | null): boolean => overlay?.id === REQUIRED_UPDATE_ID;

/** Closes an overlay as Escape does. */
const closeOverlay = (overlay: Element) => overlay.dispatchEvent(new Event('cancel', { cancelable: true }));

export function useBackButton(): void {
  const t = useT();
  const goBy = useGoBy();
  const { key } = useLocation();
  /** Time of the warning by `performance.now()`, which a change of the phone's clock does not affect. */
  const warnedAt = useRef<number | null>(null);
  // docs/partners.md#4: "reset the timer on navigation".
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    warnedAt.current = null;
  }, [key]);
  useEffect(() => {
    const press = (canGoBack: boolean) => {
      const overlay = findOverlay();
      const isUpdateRequired = isBlocked(overlay);
      const now = performance.now();
      const action = pressBack({
        hasOverlay: overlay !== null && !isUpdateRequired,
        hasHistory: canGoBack && !isUpdateRequired,
        warnedAt: warnedAt.current,
        now,
      });
      warnedAt.current = action === 'warn' ? now : null;
      if (action === 'close-overlay' && overlay !== null) closeOverlay(overlay);
      if (action === 'back') goBy(-1);
      if (action === 'warn') toast(t('native.exit'), { duration: EXIT_WINDOW_MS });
      if (action === 'exit') logFailure(App.exitApp());
    };
    return removeOnCleanUp(App.addListener('backButton', ({ canGoBack }) => press(canGoBack)));
  }, [t, goBy]);
}
