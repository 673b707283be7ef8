/**
 * Shows toasts where they cover nothing that the shopper is reading: over the page's header, or at the lower end of the
 * screen if a focused field is there. In an open dialog they are a row above the footer.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';
import { dismissToast, hideToast, type Toast, useToasts } from './toast.ts';
import { computeToastShift } from './toast-place.ts';

const ICON = { success: 'check-circle-fill', error: 'warning-circle', info: 'info' } as const;

/** Finds the element that contains toasts: the topmost dialog, because it makes the page inert, else the body. */
function findToastContainer(): Element {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
}

export function Toaster() {
  const next = useToasts((state) => state.current);
  const [place, setPlace] = useState<Element | null>(null);
  const [current, setCurrent] = useState<Toast | null>(null);
  const [moveCount, setMoveCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move looks for the topmost dialog again
  useEffect(() => {
    setPlace(next === null ? document.body : findToastContainer());
    // A live region has to exist before its text, or screen readers ignore it.
    const frame = requestAnimationFrame(() => setCurrent(next));
    return () => cancelAnimationFrame(frame);
  }, [next, moveCount]);
  // A dialog that closes after success must not remove the toast about it.
  useEffect(() => {
    if (place === null) return;
    const move = () => {
      setCurrent(null);
      setMoveCount((before) => before + 1);
    };
    place.addEventListener('close', move);
    return () => place.removeEventListener('close', move);
  }, [place]);
  if (place === null) return null;
  const inDialog = place !== document.body;
  return createPortal(
    <div
      role="status"
      className={classNames(
        'no-print pointer-events-none flex justify-center',
        inDialog
          ? 'bars-scroll:sticky bars-scroll:bottom-0 order-1'
          : 'fixed inset-x-4 top-[calc(env(safe-area-inset-top,0px)+0.375rem)] z-(--z-toast) lg:top-3',
      )}
    >
      {current !== null && <ToastMessage key={current.id} toast={current} inDialog={inDialog} />}
    </div>,
    place,
  );
}

/** Measures the field that has the focus; null without one. */
const measureFieldInUse = (): DOMRect | null =>
  document.activeElement?.matches('input, textarea, select') ? document.activeElement.getBoundingClientRect() : null;

/** Moves a visible toast away from the field in use, also when the focus or the page moves. */
function useClearOfField(box: RefObject<HTMLDivElement | null>, isOnPage: boolean): void {
  useEffect(() => {
    const toast = box.current;
    if (toast === null || !isOnPage) return;
    const clearField = () => {
      toast.style.translate = '';
      const visible = window.visualViewport;
      const bottom = visible === null ? window.innerHeight : visible.offsetTop + visible.height;
      const shift = computeToastShift(toast.getBoundingClientRect(), measureFieldInUse(), bottom);
      if (shift > 0) toast.style.translate = `0 ${shift}px`;
    };
    clearField();
    const moves = ['focusin', 'focusout', 'scroll', 'resize'] as const;
    for (const move of moves) window.addEventListener(move, clearField, { passive: true });
    return () => {
      for (const move of moves) window.removeEventListener(move, clearField);
    };
  }, [box, isOnPage]);
}

/**
 * Time in ms for which screen readers can read the text, because they may be reading something else when it appears.
 */
const SPOKEN_MS = 10_000;

/**
 * Hides the box after the toast's duration, and removes the text later. A pointer over it or focus inside pauses the
 * timer.
 */
function ToastMessage({ toast, inDialog }: { toast: Toast; inDialog: boolean }) {
  const { id, text, action, kind, duration, isVisible } = toast;
  const [paused, setPaused] = useState(false);
  const msLeft = useRef(duration);
  const box = useRef<HTMLDivElement>(null);
  useClearOfField(box, isVisible && !inDialog);
  useEffect(() => {
    if (paused || !isVisible) return;
    const since = performance.now();
    const timer = setTimeout(() => hideToast(id), msLeft.current);
    return () => {
      clearTimeout(timer);
      msLeft.current -= performance.now() - since;
    };
  }, [paused, isVisible, id]);
  useEffect(() => {
    if (isVisible) return;
    const timer = setTimeout(() => dismissToast(id), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [isVisible, id]);
  if (!isVisible) return <span className="sr-only">{text}</span>;
  return (
    <div
      ref={box}
      className={classNames(
        'pointer-events-auto flex max-w-md items-center gap-2 rounded-md bg-ink px-4 py-2.5 font-semibold text-paper shadow-3',
        inDialog && 'mx-5 my-2',
      )}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <Icon name={ICON[kind]} className={classNames('size-5', kind === 'success' && 'text-pandan-300')} />
      {text}
      {action !== null && (
        <button
          type="button"
          className="-my-2.5 -me-2 min-h-11 shrink-0 px-2 underline underline-offset-4"
          onFocus={() => setPaused(true)}
          onBlur={() => setPaused(false)}
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
