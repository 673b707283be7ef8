/** Lets Back close an overlay (docs/ux.md#rule-6): an open overlay owns one history entry, which closing removes. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

type OverlayState = { overlay?: number } | null;

let openCount = 0;

export function useBackCloses(open: boolean, onClose: () => void): void {
  const navigate = useNavigate();
  const location = useLocation();
  const ownEntry = useRef<number | null>(null);
  /** Resolves once the overlay's entry is in the history. */
  const entryPush = useRef<Promise<void> | undefined>(undefined);
  /** Path and query of the page on which the overlay was opened. */
  const openedAt = useRef('');
  const latestLocation = useRef(location);
  latestLocation.current = location;
  const closeLatest = useRef(onClose);
  closeLatest.current = onClose;
  const state: OverlayState = location.state;
  const current = state?.overlay ?? null;

  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    // Waits for a running navigation: the new entry would cancel it, or close this overlay along with the page that is
    // left.
    if (open && ownEntry.current === null && isIdle) {
      openCount += 1;
      ownEntry.current = openCount;
      const { pathname, search, hash, state: before } = latestLocation.current;
      openedAt.current = pathname + search;
      const options = { state: { ...before, overlay: openCount }, preventScrollReset: true };
      entryPush.current = Promise.resolve(navigate({ pathname, search, hash }, options));
    }
    if (!open && ownEntry.current !== null) {
      const closedEntry = ownEntry.current;
      ownEntry.current = null;
      // If the overlay closes early, its entry may not be in the history yet, or not rendered by the router.
      void entryPush.current?.then(() => {
        if (window.history.state?.usr?.overlay === closedEntry) void navigate(-1);
      });
    }
  }, [open, isIdle, navigate]);

  // Listens to the browser instead of the router, because Back may come before the router has rendered the entry.
  useEffect(() => {
    if (!open) return;
    const closeOnBack = () => {
      if (ownEntry.current === null) return;
      ownEntry.current = null;
      closeLatest.current();
    };
    window.addEventListener('popstate', closeOnBack);
    return () => window.removeEventListener('popstate', closeOnBack);
  }, [open]);

  // Closes the overlay once a followed link has replaced its entry.
  const hasArrived = useRef(false);
  const address = location.pathname + location.search;
  useEffect(() => {
    if (ownEntry.current === null) {
      hasArrived.current = false;
    } else if (current === ownEntry.current) {
      hasArrived.current = true;
    } else if (hasArrived.current || address !== openedAt.current) {
      hasArrived.current = false;
      ownEntry.current = null;
      closeLatest.current();
    }
  }, [current, address]);
}
