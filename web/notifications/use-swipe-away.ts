/** Moves a row with a sideways swipe; calls `onAway` after a swipe beyond `MIN_SWIPE_PX` or a third of the row's width. */
import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';

/** A horizontal move of this many pixels is a swipe instead of a tap. */
const SWIPE_START_PX = 12;
/** A swipe of this many pixels suffices for any width of the row. */
const MIN_SWIPE_PX = 120;

/** Returns the row's handlers. The row needs `touch-action: pan-y`, so that the browser leaves sideways moves to it. */
export function useSwipeAway(row: RefObject<HTMLElement | null>, onAway: () => void) {
  const startX = useRef<number | null>(null);
  const isMoving = useRef(false);
  const moveRow = (distance: number | null) => {
    // Scripts may set styles under the content security policy; style attributes in HTML are blocked.
    if (row.current !== null) row.current.style.translate = distance === null ? '' : `${distance}px 0`;
  };
  const measureDistance = (event: PointerEvent) => event.clientX - (startX.current ?? event.clientX);
  return {
    onPointerDown(event: PointerEvent) {
      isMoving.current = false;
      startX.current = event.pointerType === 'touch' && event.isPrimary ? event.clientX : null;
    },
    onPointerMove(event: PointerEvent) {
      if (startX.current === null || !event.isPrimary) return;
      const distance = measureDistance(event);
      if (!isMoving.current && Math.abs(distance) < SWIPE_START_PX) return;
      if (!isMoving.current) event.currentTarget.setPointerCapture(event.pointerId);
      isMoving.current = true;
      moveRow(distance);
    },
    onPointerUp(event: PointerEvent) {
      if (startX.current === null || !event.isPrimary) return;
      const distance = measureDistance(event);
      startX.current = null;
      moveRow(null);
      const isFar = Math.abs(distance) > Math.min(MIN_SWIPE_PX, (row.current?.offsetWidth ?? 0) / 3);
      if (isMoving.current && isFar) onAway();
    },
    onPointerCancel() {
      startX.current = null;
      moveRow(null);
    },
    /** Cancels the click that ends a swipe, so that it opens no link. */
    onClickCapture(event: MouseEvent) {
      if (!isMoving.current) return;
      isMoving.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
