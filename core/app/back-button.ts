/** The system's back button in the app (docs/spec.md §8 "Native back button: 'Press again to exit'"). */

/** docs/partners.md 4: "Second press within 2,000 ms exits". */
export const EXIT_WINDOW_MS = 2_000;

/** `warn`: shows "Press again to exit". */
export type BackAction = 'close-overlay' | 'back' | 'warn' | 'exit';

export type BackPress = {
  /** Whether a sheet, dialog or menu is open. */
  hasOverlay: boolean;
  /** Whether the app has a page to go back to. */
  hasHistory: boolean;
  /** When the last press warned, in ms; null before any warning, and after each navigation. */
  warnedAt: number | null;
  /** In ms, on the clock of `warnedAt`. */
  now: number;
};

/** Decides what a press does: closes the topmost overlay, else goes back, else warns, else exits. */
export function pressBack({ hasOverlay, hasHistory, warnedAt, now }: BackPress): BackAction {
  if (hasOverlay) return 'close-overlay';
  if (hasHistory) return 'back';
  // Negative if the clock was set back: the warning then counts as expired.
  const sinceWarning = warnedAt === null ? -1 : now - warnedAt;
  return sinceWarning >= 0 && sinceWarning <= EXIT_WINDOW_MS ? 'exit' : 'warn';
}
