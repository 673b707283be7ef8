/** Draws the shadow below an object. */
import { ellipse, type Pen, undoMirror } from './svg.ts';

/** The y of every object's base, so that cards align. */
export const BASE_Y = 722;

/** Draws a wide ambient shadow and a tight contact shadow, away from the light. */
export function drawFloorShadow(pen: Pen, { x, width, ground }: { x: number; width: number; ground: number }): string {
  const ambient = pen.radial([
    [0, '#3a2412', 0.34],
    [0.55, '#3a2412', 0.14],
    [1, '#3a2412', 0],
  ]);
  const contact = pen.radial([
    [0, '#2a180a', 0.55],
    [0.7, '#2a180a', 0.22],
    [1, '#2a180a', 0],
  ]);
  const middle = pen.stance === 'mirrored' ? 800 - x : x;
  return undoMirror(
    pen,
    ellipse(middle + 22, ground + 4, width * 0.66, 34, ambient) + ellipse(middle + 6, ground, width * 0.5, 13, contact),
  );
}
