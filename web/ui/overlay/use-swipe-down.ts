/** Lets a sheet follow the finger down from its header; closes it beyond `MIN_SWIPE_PX` or a quarter of its height. */
import { type PointerEvent, type RefObject, useRef } from 'react';

/** A swipe of more pixels closes a sheet of any height. */
const MIN_SWIPE_PX = 120;

export function useSwipeDown(element: RefObject<HTMLElement | null>, onClose: () => void) {
  const startY = useRef<number | null>(null);
  const follow = (distance: number | null) => {
    // Scripts may set styles under the content security policy; style attributes in HTML are blocked.
    if (element.current !== null) element.current.style.translate = distance === null ? '' : `0 ${distance}px`;
  };
  const distanceOf = (event: PointerEvent) => Math.max(0, event.clientY - (startY.current ?? event.clientY));
  return {
    onPointerDown(event: PointerEvent) {
      if (event.target instanceof Element && event.target.closest('button') !== null) return;
      startY.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (startY.current !== null) follow(distanceOf(event));
    },
    onPointerUp(event: PointerEvent) {
      if (startY.current === null) return;
      const distance = distanceOf(event);
      startY.current = null;
      follow(null);
      if (distance > Math.min(MIN_SWIPE_PX, (element.current?.offsetHeight ?? 0) / 4)) onClose();
    },
    onPointerCancel() {
      startY.current = null;
      follow(null);
    },
  };
}
