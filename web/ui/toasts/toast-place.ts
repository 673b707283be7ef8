/** Moves a toast away that would cover the field in use. */

type Edges = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

/** Space in px below a moved toast, for the tab bar. */
const SPACE_BELOW_PX = 80;

/** Space in px around a field, so that its border and focus ring are visible. */
const FIELD_MARGIN_PX = 8;

/** Returns how far, in px, the toast moves down to clear the field. `visibleBottom` excludes the phone's keyboard. */
export function computeToastShift(toast: Edges, field: Edges | null, visibleBottom: number): number {
  if (field === null) return 0;
  const isClear =
    field.top - FIELD_MARGIN_PX >= toast.bottom ||
    field.bottom + FIELD_MARGIN_PX <= toast.top ||
    field.left >= toast.right ||
    field.right <= toast.left;
  return isClear ? 0 : Math.max(0, visibleBottom - SPACE_BELOW_PX - toast.bottom);
}
