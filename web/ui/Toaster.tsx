/**
 * Shows toasts: above the tab bar on phones, in the lower start corner on desktops, below the header of an open dialog.
 */
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import { dismissToast, type Toast, useToasts } from './toast.ts';

const ICON = { success: 'check-circle-fill', error: 'warning-circle', info: 'info' } as const;

/** Mounts toasts into the topmost dialog, because a modal dialog makes the page inert. */
function uppermost(): Element {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
}

export function Toaster() {
  const next = useToasts((state) => state.current);
  const [place, setPlace] = useState<Element | null>(null);
  const [current, setCurrent] = useState<Toast | null>(null);
  const [moves, setMoves] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move looks for a place anew
  useEffect(() => {
    setPlace(next === null ? document.body : uppermost());
    // A live region has to exist before its text, or screen readers ignore it.
    const frame = requestAnimationFrame(() => setCurrent(next));
    return () => cancelAnimationFrame(frame);
  }, [next, moves]);
  // A dialog that closes after success must not remove its toast.
  useEffect(() => {
    if (place === null) return;
    const move = () => {
      setCurrent(null);
      setMoves((before) => before + 1);
    };
    place.addEventListener('close', move);
    return () => place.removeEventListener('close', move);
  }, [place]);
  if (place === null) return null;
  return createPortal(
    <div
      role="status"
      className={classNames(
        'no-print pointer-events-none inset-x-4 z-(--z-toast) flex justify-center',
        place === document.body
          ? 'fixed bottom-[calc(var(--h-tab)+var(--safe-b)+1rem)] sm:inset-x-6 sm:bottom-6 sm:justify-start'
          : 'absolute top-16',
      )}
    >
      {current !== null && <Shown key={current.id} toast={current} />}
    </div>,
    place,
  );
}

/** Pauses the timer while the pointer is over the toast or the focus is inside. */
function Shown({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  const left = useRef(toast.duration);
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [paused, toast.id]);
  return (
    <div
      className={classNames(
        'pointer-events-auto flex max-w-md items-center gap-2 rounded-md bg-ink px-4 py-3 font-semibold text-paper shadow-3',
      )}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <Icon name={ICON[toast.kind]} className={classNames('size-5', toast.kind === 'success' && 'text-pandan-300')} />
      {toast.text}
    </div>
  );
}
