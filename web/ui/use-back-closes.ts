/** Back closes what is open (docs/ux.md#rule-6): an open overlay owns one history entry, which closing takes away again. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

type OverlayState = { overlay?: number } | null;

let opened = 0;

export function useBackCloses(open: boolean, onClose: () => void): void {
  const navigate = useNavigate();
  const location = useLocation();
  const own = useRef<number | null>(null);
  /** Where it was opened. */
  const openedAt = useRef('');
  const here = useRef(location);
  here.current = location;
  const closeLatest = useRef(onClose);
  closeLatest.current = onClose;
  const state: OverlayState = location.state;
  const current = state?.overlay ?? null;

  useEffect(() => {
    if (open && own.current === null) {
      opened += 1;
      own.current = opened;
      const { pathname, search, hash, state: before } = here.current;
      openedAt.current = pathname + search;
      void navigate({ pathname, search, hash }, { state: { ...before, overlay: opened }, preventScrollReset: true });
    }
    if (!open && own.current !== null) {
      const closing = own.current;
      own.current = null;
      if (here.current.state?.overlay === closing) void navigate(-1);
    }
  }, [open, navigate]);

  // Back, heard from the browser itself: pressed at once, it is over before the entry has ever been rendered.
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

  // The entry was there and is not any more, or was overtaken before it could be: a link led away.
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
