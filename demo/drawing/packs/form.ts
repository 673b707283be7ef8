import type { PackParams } from '../../../server/media/image-spec.ts';
import type { Pen, Point } from '../../../server/media/svg.ts';

/**
 * The space a form fills on the canvas of 800, before it is fitted so that all packs of a list align (docs/ux.md#3.6).
 */
export type Bounds = { left: number; top: number; right: number; bottom: number };

/** One kind of pack: its outline, the place of its garnish, its other side, and its drawing. */
export type PackForm = {
  bounds(pack: PackParams): Bounds;
  /** The part that a close-up shows. */
  focus(pack: PackParams): Point;
  /**
   * How the angled view is drawn. `mirror`: the form has a side and shows the other one. `turn`: it is round and turns
   * on its axis. `lean`: it is flat and is seen a little from the side.
   */
  angled: 'mirror' | 'turn' | 'lean';
  draw(pen: Pen, pack: PackParams): string;
};

/** Returns bounds that do not depend on the pack. */
export function makeFixedBounds(left: number, top: number, right: number, bottom: number): () => Bounds {
  return () => ({ left, top, right, bottom });
}
