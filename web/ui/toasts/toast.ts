/** Shows short messages. The page has to show the same information as well (docs/ux.md#rule-38). */
import { create } from 'zustand';

export type ToastKind = 'success' | 'error' | 'info';
/** A button in a toast, which also closes the toast. The page has to offer the same action elsewhere. */
type ToastAction = { label: string; run: () => void };

export type Toast = {
  id: number;
  text: string;
  action: ToastAction | null;
  kind: ToastKind;
  /** Time in ms for which the toast is visible. */
  duration: number;
  /** False once `duration` has passed: from then on the text is for screen readers only. */
  isVisible: boolean;
};

/** docs/spec.md §9 "general toast auto-close 2 s". */
const TOAST_MS = 2_000;

/** The current toast; one at a time. */
export const useToasts = create<{ current: Toast | null }>(() => ({ current: null }));

let lastId = 0;

/**
 * Shows a toast in place of the current one. `duration` is in ms, as the specification gives it (1500 for a cart
 * success, 8000 for 'bulky').
 */
export function toast(
  text: string,
  {
    duration = TOAST_MS,
    kind = 'info',
    action = null,
  }: { duration?: number; kind?: ToastKind; action?: ToastAction | null } = {},
): void {
  lastId += 1;
  useToasts.setState({ current: { id: lastId, text, action, kind, duration, isVisible: true } });
}

/** Hides a toast; its text remains for screen readers. */
export function hideToast(id: number): void {
  useToasts.setState(({ current }) => (current?.id === id ? { current: { ...current, isVisible: false } } : {}));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ current }) => (current?.id === id ? { current: null } : {}));
}
