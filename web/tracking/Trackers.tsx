/**
 * Requests tracking consent in a notice that does not block the page, and sends events to the trackers once the shopper
 * accepts. Loads lazily, and only if a tracker is configured.
 */
import type { Settings } from '@shop/contract/settings';
import { informationPath, ROUTES } from '@shop/core/links/paths';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { Button } from '../ui/Button.tsx';
import { registerBar } from '../ui/bars.ts';
import {
  type ConsentDecision,
  deleteTrackerCookies,
  readDecision,
  subscribeToDecision,
  writeDecision,
} from './consent.ts';
import { useTrackingNotice } from './notice-store.ts';
import { createEventSender, releaseDelayedPurchases } from './send-events.ts';
import { listenToTracking } from './tracking.ts';

/** Returns the current decision, which may come from another tab. */
function useConsentDecision(): ConsentDecision | null {
  const [decision, setDecision] = useState(readDecision);
  useEffect(() => subscribeToDecision(() => setDecision(readDecision())), []);
  return decision;
}

/** Deletes the trackers' cookies after consent was withdrawn, and reloads the page to unload their scripts. */
function removeTrackers(): void {
  deleteTrackerCookies();
  window.location.reload();
}

export function Trackers({ trackers }: { trackers: Settings['tracking'] }) {
  const decision = useConsentDecision();
  const { pathname, search } = useLocation();
  const isReopened = useTrackingNotice((state) => state.isReopened);
  useEffect(() => {
    if (decision === null) return;
    listenToTracking(decision === 'accepted' ? createEventSender(trackers) : () => {});
    return () => listenToTracking(null);
  }, [decision, trackers]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page, because trackers may see only some
  useEffect(() => {
    if (decision === 'accepted') releaseDelayedPurchases(createEventSender(trackers));
  }, [decision, trackers, pathname, search]);

  // Hides the notice during checkout.
  if (pathname === ROUTES.checkout || (decision !== null && !isReopened)) return null;
  const decide = (answer: ConsentDecision) => {
    useTrackingNotice.setState({ isReopened: false });
    writeDecision(answer);
    if (decision === 'accepted' && answer === 'declined') removeTrackers();
  };
  return <ConsentNotice takeFocus={isReopened} onDecide={decide} />;
}

/** Shows the notice with two answers of the same visual weight; without an answer there is no tracking. */
function ConsentNotice({ takeFocus, onDecide }: { takeFocus: boolean; onDecide: (answer: ConsentDecision) => void }) {
  const t = useT();
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => registerBar(section.current), []);
  useEffect(() => {
    if (!takeFocus) return;
    // Moves focus to the notice, and back, only if it was opened from the footer.
    const from = document.activeElement;
    section.current?.focus({ preventScroll: true });
    return () => {
      if (from instanceof HTMLElement) from.focus({ preventScroll: true });
    };
  }, [takeFocus]);
  return (
    // `registerBar` measures the notice apart from the page's bars, because the notice disappears.
    <div data-bars="">
      <section
        aria-labelledby={id}
        tabIndex={-1}
        ref={section}
        className="no-print fixed bars-scroll:static bars-scroll:mx-3 bars-scroll:mb-3 sm:bars-scroll:ms-auto sm:bars-scroll:me-6 inset-x-3 bottom-[calc(var(--h-tab)+var(--safe-b)+1.25rem)] z-(--z-sticky) grid gap-3 rounded-lg border border-line bg-surface p-4 shadow-3 sm:inset-x-auto sm:end-6 sm:w-96 lg:bottom-6"
      >
        <div className="grid gap-1">
          <h2 id={id} className="font-sans text-base font-bold">
            {t('tracking.title')}
          </h2>
          <p className="text-sm text-ink-2">
            {t('tracking.text')}{' '}
            <LangLink to={informationPath('privacyPolicy')} className="font-semibold underline underline-offset-4">
              {t('tracking.privacy')}
            </LangLink>
          </p>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button kind="secondary" size="compact" onClick={() => onDecide('declined')}>
            {t('tracking.decline')}
          </Button>
          <Button kind="secondary" size="compact" onClick={() => onDecide('accepted')}>
            {t('tracking.accept')}
          </Button>
        </div>
      </section>
    </div>
  );
}
