/** Draws the images of the demo shop: packs, bundles, tiles of categories and banners. */

import { type Crop, type DemoSpec, type DrawnSpec, drawImage, drawingSize, idPrefix } from '../../server/media/draw.ts';
import { CANVAS, svgDocument } from '../../server/media/svg.ts';
import { drawPackFan, drawStandingPack } from './arrangement.ts';
import { drawBack } from './back-card.ts';
import { drawAngled, drawCloseUp, drawPack } from './pack.ts';
import { drawBanner } from './scene.ts';

const isDemoSpec = (spec: DrawnSpec): spec is DemoSpec => ['pack', 'bundle', 'tile', 'banner'].includes(spec.kind);

/** Draws any image as SVG: the demo's here, all others as every shop does. Pure, like `drawImage`. */
export function drawDemoImage(spec: DrawnSpec, crop: Crop = 'whole'): string {
  if (!isDemoSpec(spec)) return drawImage(spec, crop);
  const prefix = idPrefix(spec);
  if (spec.kind === 'pack') {
    const draw = { front: drawPack, angled: drawAngled, closeup: drawCloseUp, back: drawBack }[spec.view];
    return svgDocument(CANVAS, CANVAS, draw(spec.pack, prefix));
  }
  if (spec.kind === 'bundle') return svgDocument(CANVAS, CANVAS, drawPackFan(spec.packs, prefix, BUNDLE_SPACE));
  if (spec.kind === 'tile') return drawTile(spec, prefix);
  const shape = spec.format === 'tile' ? 'tile' : crop === 'phone' ? 'phone' : 'wide';
  const { width, height, drawn } = drawBanner(spec, shape, prefix);
  return svgDocument(width, height, drawn);
}

/** A bundle may be wider than one pack, with its base on the same line. */
const BUNDLE_SPACE = { left: 48, right: 752, height: 560, ground: 716 };

/** Draws no background: the page's backdrop follows the theme. */
function drawTile(spec: Extract<DemoSpec, { kind: 'tile' }>, prefix: string): string {
  const { width, height } = drawingSize(spec);
  const standing = drawStandingPack(spec.pack, prefix, { x: 556, y: height + 34, scale: 0.92 });
  return svgDocument(width, height, standing);
}
