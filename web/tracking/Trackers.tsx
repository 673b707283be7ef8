/**
 * Asks the shopper once whether trackers may count along, in a notice that stands in nobody's way, and takes events to
 * them after a yes. It comes late, and only where the shop is set up with a tracker.
 */
import type { Settings } from '@shop/contract/content';
import { informationPath, ROUTES } from '@shop/core/links/paths';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { Button } from '../ui/Button.tsx';
import { type Decision, dropTrackerCookies, onDecision, readDecision, writeDecision } from './consent.ts';
import { delivery } from './deliver.ts';
import { useTrackingNotice } from './notice-store.ts';
import { listenToTracking } from './tracking.ts';

/** The decision as it stands, in whichever tab it was made. */
function useDecision(): Decision | null {
  const [decision, setDecision] = useState(readDecision);
  useEffect(() => onDecision(() => setDecision(readDecision())), []);
  return decision;
}

/** A yes that was taken back: what was loaded goes with the page. */
function forget(): void {
  dropTrackerCookies();
  window.location.reload();
}

export function Trackers({ trackers }: { trackers: Settings['tracking'] }) {
  const decision = useDecision();
  const { pathname } = useLocation();
  const isReopened = useTrackingNotice((state) => state.isReopened);
  useEffect(() => {
    if (decision === null) return;
    listenToTracking(decision === 'accepted' ? delivery(trackers) : () => {});
    return () => listenToTracking(null);
  }, [decision, trackers]);

  // Nothing stands in the way of who pays.
  if (pathname === ROUTES.checkout || (decision !== null && !isReopened)) return null;
  const decide = (made: Decision) => {
    useTrackingNotice.setState({ isReopened: false });
    writeDecision(made);
    if (decision === 'accepted' && made === 'declined') forget();
  };
  return <Notice takeFocus={isReopened} onDecide={decide} />;
}

/** Both answers weigh the same, and leaving it unanswered means no. */
function Notice({ takeFocus, onDecide }: { takeFocus: boolean; onDecide: (made: Decision) => void }) {
  const t = useT();
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takeFocus) return;
    // Whoever asked for it in the footer is taken to it, and back; nobody else is torn away.
    const from = document.activeElement;
    section.current?.focus({ preventScroll: true });
    return () => {
      if (from instanceof HTMLElement) from.focus({ preventScroll: true });
    };
  }, [takeFocus]);
  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      ref={section}
      className="no-print fixed inset-x-3 bottom-[calc(var(--h-tab)+var(--safe-b)+1.25rem)] z-(--z-sticky) grid gap-3 rounded-lg border border-line bg-surface p-4 shadow-3 sm:inset-x-auto sm:end-6 sm:max-w-sm lg:bottom-6"
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
  );
}
