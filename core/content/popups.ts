/** Decides which popup banner opens, and when. */

/**
 * The popups that a device has shown: the Malaysian day of the last one, and the slugs of the closed ones, newest last.
 */
export type PopupRecord = { day: string; closed: readonly string[] };

/** Maximum closed popups that a device remembers. */
const MAX_CLOSED_POPUPS = 20;

/** Adds a closed popup to the record. */
export const closePopup = ({ day, closed }: PopupRecord, slug: string): PopupRecord => ({
  day,
  closed: [...closed.filter((each) => each !== slug), slug].slice(-MAX_CLOSED_POPUPS),
});

/** Picks the popup to open: at most one a day, and none that was closed before. Undefined: none. */
export function pickPopup<Popup extends { slug: string }>(
  popups: readonly Popup[],
  record: PopupRecord | null,
  today: string,
): Popup | undefined {
  if (record?.day === today) return undefined;
  return popups.find(({ slug }) => record?.closed.includes(slug) !== true);
}

/** The state of the page and of the shopper's input at a moment. */
export type PopupMoment = {
  pathname: string;
  /** A dialog is open, the page is hidden, or a field has the focus. */
  isBusy: boolean;
  /** A form of the page has text in it. */
  hasTypedText: boolean;
  /** The last input was a mouse's or a finger's. Without any, or after a key, a screen reader may be reading. */
  isByPointer: boolean;
  /** Milliseconds since that input: a tap that is about to happen must not hit the popup. */
  restMs: number;
};

const MIN_REST_MS = 500;

/** Pages without popups: checkout, payment, pages with a single form, and printouts. */
const QUIET_PAGE = /^\/(checkout|cancel-order|signin|signup|forget-password|complete-order|logout)(\/|$)|\/print$/;

/** Returns whether a popup may open now. */
export function mayOpenPopup({ pathname, isBusy, hasTypedText, isByPointer, restMs }: PopupMoment): boolean {
  return !QUIET_PAGE.test(pathname) && !isBusy && !hasTypedText && isByPointer && restMs >= MIN_REST_MS;
}
