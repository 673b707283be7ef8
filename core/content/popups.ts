/** When a popup banner opens. */

/** The popups that a device has shown: on which Malaysian day the last one, and the slugs of those that were closed. */
export type PopupRecord = { day: string; closed: readonly string[] };

/** Closed popups that a device remembers. */
const MAX_CLOSED = 20;

/** Adds a closed popup to the record. */
export const closePopup = ({ day, closed }: PopupRecord, slug: string): PopupRecord => ({
  day,
  closed: [...closed.filter((each) => each !== slug), slug].slice(-MAX_CLOSED),
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

/** What the shopper does at a moment. */
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

/** Checkout, payment, pages of one form, and pages for paper. */
const QUIET_PAGE = /^\/(checkout|cancel-order|signin|signup|forget-password|complete-order|logout)(\/|$)|\/print$/;

/** Returns whether a popup may open now. */
export function mayOpenPopup({ pathname, isBusy, hasTypedText, isByPointer, restMs }: PopupMoment): boolean {
  return !QUIET_PAGE.test(pathname) && !isBusy && !hasTypedText && isByPointer && restMs >= MIN_REST_MS;
}
