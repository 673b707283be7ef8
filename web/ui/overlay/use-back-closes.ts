/** Lets Back close an overlay (docs/ux.md#rule-6): an open overlay owns one history entry, which closing removes. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

type OverlayState = { overlay?: number } | null;

let openCount = 0;

export function useBackCloses(open: boolean, onClose: () => void): void {
  const navigate = useNavigate();
  const location = useLocation();
  const own = useRef<number | null>(null);
  /** Resolves once the overlay's entry is in the history. */
  const pushed = useRef<Promise<void> | undefined>(undefined);
  /** Path and query of the page on which the overlay was opened. */
  const openedAt = useRef('');
  const here = useRef(location);
  here.current = location;
  const closeLatest = useRef(onClose);
  closeLatest.current = onClose;
  const state: OverlayState = location.state;
  const current = state?.overlay ?? null;

  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    // Waits for a running navigation: the new entry would cancel it, or close this overlay along with the page that is
    // left.
    if (open && own.current === null && isIdle) {
      openCount += 1;
      own.current = openCount;
      const { pathname, search, hash, state: before } = here.current;
      openedAt.current = pathname + search;
      const options = { state: { ...before, overlay: openCount }, preventScrollReset: true };
      pushed.current = Promise.resolve(navigate({ pathname, search, hash }, options));
    }
    if (!open && own.current !== null) {
      const closing = own.current;
      own.current = null;
      // If the overlay closes early, its entry may not be in the history yet, or not rendered by the router.
      void pushed.current?.then(() => {
        if (window.history.state?.usr?.overlay === closing) void navigate(-1);
      });
    }
  }, [open, isIdle, navigate]);

  // Listens to the browser instead of the router, because Back may come before the router has rendered the entry.
  useEffect(() => {
    if (!open) return;
    const back = () => {
      if (own.current === null) return;
      own.current = null;
      closeLatest.current();
    };
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [open]);

  // Closes the overlay once a followed link has replaced its entry.
  const arrived = useRef(false);
  const address = location.pathname + location.search;
  useEffect(() => {
    if (own.current === null) {
      arrived.current = false;
    } else if (current === own.current) {
      arrived.current = true;
    } else if (arrived.current || address !== openedAt.current) {
      arrived.current = false;
      own.current = null;
      closeLatest.current();
    }
  }, [current, address]);
}
