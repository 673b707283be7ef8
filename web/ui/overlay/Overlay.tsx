/**
 * Sheets, drawers and dialogs (docs/ux.md#2.6). The native modal `<dialog>` keeps the focus inside, makes the page
 * inert, closes on Escape and returns the focus. Back, the scrim and a swipe down close it too. Below 640 px it is a
 * sheet from the bottom.
 */
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { registerBar } from '../bars.ts';
import { classNames } from '../class-names.ts';
import { IconButton } from '../IconButton.tsx';
import { OverlayContext } from './overlay-context.ts';
import { useBackCloses } from './use-back-closes.ts';
import { useSwipeDown } from './use-swipe-down.ts';

type OverlayProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The shape on screens of 640 px and more. */
  kind?: 'dialog' | 'wide' | 'drawer';
  /** True to cover the whole screen below 640 px; by default the sheet is as high as its content. */
  full?: boolean;
  /** docs/spec.md §2: "close-on-outside-click flag (default true)". */
  closeOnOutside?: boolean;
  /** Content that stays at the bottom while the other content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Returns whether the viewport is at least 640 px wide. */
const isViewportRoomy = () => window.matchMedia('(width >= 40rem)').matches;

/** Passes the scrollbar's width to the styles, which keep the page in place while the dialog covers the scrollbar. */
function keepScrollbarSpace(): void {
  const { documentElement: html } = document;
  html.style.setProperty('--scrollbar', `${window.innerWidth - html.clientWidth}px`);
}

const ROOMY = { dialog: 'overlay-dialog', wide: 'overlay-dialog overlay-wide', drawer: 'overlay-drawer' };

/** Shows the dialog while `open`, and keeps it mounted until its exit transition ends. */
function useDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  open: boolean,
): { isMounted: boolean; isRoomy: boolean } {
  const [isMounted, setMounted] = useState(open);
  const [isRoomy, setRoomy] = useState(false);
  if (open && !isMounted) setMounted(true);
  useEffect(() => {
    if (!open) return;
    setRoomy(isViewportRoomy());
    keepScrollbarSpace();
    dialog.current?.showModal();
  }, [open, dialog]);
  useEffect(() => {
    if (open || !isMounted) return;
    const element = dialog.current;
    element?.close();
    // With reduced motion no transition ends, so a timer closes it.
    const timer = setTimeout(() => {
      setMounted(false);
      // If the opener is gone, such as a deleted address, focuses the page's content instead.
      if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
    }, EXIT_MS);
    return () => clearTimeout(timer);
  }, [open, isMounted, dialog]);
  return { isMounted, isRoomy };
}

/** Time in ms for the exit transition: a little longer than `--dur-2`. */
const EXIT_MS = 240;

export function Overlay({
  open,
  onClose,
  title,
  kind = 'dialog',
  full = false,
  closeOnOutside = true,
  footer,
  children,
}: OverlayProps) {
  const t = useT();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { isMounted, isRoomy } = useDialog(dialog, open);
  useBackCloses(open, onClose);
  const swipe = useSwipeDown(dialog, onClose);
  if (!isMounted) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the scrim is for pointers; keyboards have Escape
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-bars=""
      className={classNames('overlay', isRoomy ? ROOMY[kind] : classNames('overlay-sheet', full && 'overlay-full'))}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (closeOnOutside && event.target === event.currentTarget) onClose();
      }}
    >
      <OverlayContext value={true}>
        <header
          ref={registerBar}
          className="relative flex items-center gap-2 ps-5 pe-3 pt-3 pb-2 touch-none"
          {...(isRoomy ? {} : swipe)}
        >
          {!isRoomy && !full && <span className="absolute inset-x-0 top-1.5 mx-auto h-1 w-10 rounded-pill bg-line" />}
          <h2 id={titleId} tabIndex={-1} className="flex-1 text-lg">
            {title}
          </h2>
          <IconButton icon="x" label={t('ui.close')} onClick={onClose} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain bars-scroll:flex-none bars-scroll:overflow-visible px-5 pt-1 pb-5">
          {children}
        </div>
        {footer !== undefined && (
          <footer ref={registerBar} className="order-2 border-t border-line bg-surface px-5 py-4">
            {footer}
          </footer>
        )}
      </OverlayContext>
    </dialog>
  );
}
