/** Draws the images of the demo shop: packs, bundles, tiles of categories and banners. */

import {
  computeDrawingSize,
  createIdPrefix,
  type DemoSpec,
  type DrawnSpec,
  drawImage,
  type ImageCrop,
} from '../../server/media/draw.ts';
import type { PackParams } from '../../server/media/image-spec.ts';
import { CANVAS_SIDE, svgDocument } from '../../server/media/svg.ts';
import { drawPackFan, drawStandingPack } from './arrangement.ts';
import { drawBack } from './back-card.ts';
import { drawAngled, drawCloseUp, drawPack } from './pack.ts';
import { drawBanner } from './scene.ts';

const isDemoSpec = (spec: DrawnSpec): spec is DemoSpec => ['pack', 'bundle', 'tile', 'banner'].includes(spec.kind);

/** Draws any image as SVG: the demo's here, all others as every shop does. Pure, like `drawImage`. */
export function drawDemoImage(spec: DrawnSpec, crop: ImageCrop = 'whole'): string {
  if (!isDemoSpec(spec)) return drawImage(spec, crop);
  const prefix = createIdPrefix(spec);
  if (spec.kind === 'pack') {
    const draw = { front: drawPack, angled: drawAngled, closeup: drawCloseUp, back: drawBack }[spec.view];
    return svgDocument(CANVAS_SIDE, CANVAS_SIDE, draw(spec.pack, prefix));
  }
  if (spec.kind === 'bundle') return svgDocument(CANVAS_SIDE, CANVAS_SIDE, drawBundle(spec.packs, prefix));
  if (spec.kind === 'tile') return drawTile(spec, prefix);
  const shape = spec.format === 'tile' ? 'tile' : crop === 'phone' ? 'phone' : 'wide';
  const { width, height, drawn } = drawBanner(spec, shape, prefix);
  return svgDocument(width, height, drawn);
}

/** A bundle may be wider than one pack, with its base on the same line. */
const ONE_ROW = { left: 48, right: 752, height: 560, ground: 716 };
const BACK_ROW = { left: 70, right: 730, height: 500, ground: 640 };
const FRONT_ROW = { left: 150, right: 650, height: 300, ground: 724 };

/** Draws up to three packs as a fan; of four, two stand behind the others. */
function drawBundle(packs: readonly PackParams[], prefix: string): string {
  if (packs.length < 4) return drawPackFan(packs, prefix, ONE_ROW);
  return (
    drawPackFan(packs.slice(0, 2), `${prefix}b`, BACK_ROW) + drawPackFan(packs.slice(2, 4), `${prefix}f`, FRONT_ROW)
  );
}

/** Draws the tile of a category without a background: the page's backdrop follows the theme. */
function drawTile(spec: Extract<DemoSpec, { kind: 'tile' }>, prefix: string): string {
  const { width, height } = computeDrawingSize(spec);
  const standing = drawStandingPack(spec.pack, prefix, { x: 556, y: height + 34, scale: 0.92 });
  return svgDocument(width, height, standing);
}
