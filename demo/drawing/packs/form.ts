import type { PackParams } from '../../../server/media/image-spec.ts';
import type { Pen, Point } from '../../../server/media/svg.ts';

/**
 * The space a form fills on the canvas of 800, before it is fitted so that all packs of a list align (docs/ux.md#3.6).
 */
export type Bounds = { left: number; top: number; right: number; bottom: number };

/** One kind of pack: what it fills, where its garnish is, how it shows its other side, and its drawing. */
export type PackForm = {
  bounds(pack: PackParams): Bounds;
  /** What a close-up looks at. */
  focus(pack: PackParams): Point;
  /**
   * The angled view. `mirror`: the form has a side and shows the other one. `turn`: it is round and turns on its axis.
   * `lean`: it is flat and is seen a little from the side.
   */
  angled: 'mirror' | 'turn' | 'lean';
  draw(pen: Pen, pack: PackParams): string;
};

/** Bounds that do not depend on the pack. */
export function fixedBounds(left: number, top: number, right: number, bottom: number): () => Bounds {
  return () => ({ left, top, right, bottom });
}
