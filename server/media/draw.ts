import { fanned, packStanding } from './arrangement.ts';
import { drawBack } from './back-card.ts';
import { imageHash } from './image-hash.ts';
import type { ImageSpec, PackParams, Stage } from './image-spec.ts';
import { drawAngled, drawCloseUp, drawPack } from './pack.ts';
import { drawPlaceholder, STAGE_COLOURS } from './placeholder.ts';
import { drawBanner } from './scene.ts';
import { drawAppIcon, drawFavicon, drawLogo } from './site-art.ts';
import { CANVAS, createPen, rect, stroke, svgDocument, times } from './svg.ts';
import { lettering, measure } from './text.ts';

/** What can be drawn; an uploaded image is kept, not drawn. */
export type DrawnSpec = Exclude<ImageSpec, { kind: 'upload' }>;

/**
 * Which cut of a drawing: most have one. A wide banner has another for phones, the logo others for icons of 180 pixels and more
 * and for the smallest.
 */
type Crop = 'whole' | 'phone' | 'icon' | 'favicon';

/** The drawing's own size in SVG units; what is made of it keeps this proportion. */
export function drawingSize(spec: DrawnSpec, crop: Crop = 'whole'): { width: number; height: number } {
  if (spec.kind === 'tile') return TILE;
  if (spec.kind === 'brand') return BRAND;
  if (spec.kind === 'logo') {
    return crop === 'favicon'
      ? { width: 32, height: 32 }
      : crop === 'icon'
        ? { width: 512, height: 512 }
        : { width: 640, height: 160 };
  }
  if (spec.kind === 'banner') {
    if (spec.format === 'tile') return { width: 780, height: 392 };
    return crop === 'phone' ? { width: 780, height: 576 } : { width: 1640, height: 816 };
  }
  return { width: CANVAS, height: CANVAS };
}

/** The cut that a width in pixels is made from (docs/ux.md#3.8: 780 and 1560 are the phone's). */
export function cropAt(spec: ImageSpec, width: number): Crop {
  if (spec.kind === 'banner' && spec.format === 'wide' && (width === 780 || width === 1560)) return 'phone';
  if (spec.kind === 'logo' && width <= 512) return width < 180 ? 'favicon' : 'icon';
  return 'whole';
}

/**
 * The SVG of a spec: pure, the same text for the same data, needing no fonts and no other files. Ids carry the spec's hash, so
 * that several drawings may stand in one document.
 */
export function drawImage(spec: DrawnSpec, crop: Crop = 'whole'): string {
  const prefix = `i${imageHash(spec).slice(0, 7)}`;
  if (spec.kind === 'pack') {
    const draw = { front: drawPack, angled: drawAngled, closeup: drawCloseUp, back: drawBack }[spec.view];
    return svgDocument(CANVAS, CANVAS, draw(spec.pack, prefix));
  }
  if (spec.kind === 'bundle') return svgDocument(CANVAS, CANVAS, fanned(spec.packs, prefix, BUNDLE_SPACE));
  if (spec.kind === 'tile') return drawTile(spec.stage, spec.pack, prefix);
  if (spec.kind === 'banner') {
    const shape = spec.format === 'tile' ? 'tile' : crop === 'phone' ? 'phone' : 'wide';
    const { width, height, drawn } = drawBanner(spec, shape, prefix);
    return svgDocument(width, height, drawn);
  }
  if (spec.kind === 'placeholder') return svgDocument(CANVAS, CANVAS, drawPlaceholder(spec.stage, prefix));
  if (spec.kind === 'brand') return drawWordmark(spec, prefix);
  return crop === 'icon' ? drawAppIcon() : crop === 'favicon' ? drawFavicon() : drawLogo();
}

/** A bundle may be wider than one pack, but stands on the same line. */
const BUNDLE_SPACE = { left: 48, right: 752, height: 560, ground: 716 };

/** An aisle's tile is 1:1.12 (docs/ux.md#2.5); the label stands over its upper start. */
const TILE = { width: 800, height: 896 };

function drawTile(stage: Stage, pack: PackParams, prefix: string): string {
  const standing = packStanding(pack, prefix, { x: 556, y: TILE.height + 34, scale: 0.92 });
  return svgDocument(TILE.width, TILE.height, rect({ x: 0, y: 0, ...TILE }, STAGE_COLOURS[stage]) + standing);
}

const BRAND = { width: 800, height: 500 };

/** A brand's word in the display face on its colour, with a weave that only just shows. */
function drawWordmark({ name, base, ink }: { name: string; base: string; ink: string }, prefix: string): string {
  const pen = createPen(prefix);
  const weave = times(36, (index) => `M${index * 40} 0l-500 500M${800 - index * 40} 0l500 500`);
  const size = Math.min(150, 640 / Math.max(0.1, measure(name, 'display', 0.92)));
  const width = measure(name, 'display', 0.92) * size;
  const seamY = 250 + size * 0.62;
  const word = lettering(pen, name, { x: 400, y: 250 + size * 0.3, size, condense: 0.92, fill: ink });
  const light = pen.linear(
    [
      [0, '#fff', 0.16],
      [0.6, '#fff', 0],
      [1, '#000', 0.12],
    ],
    { x2: 1, y2: 1 },
  );
  return svgDocument(
    BRAND.width,
    BRAND.height,
    pen.definitions() +
      rect({ x: 0, y: 0, ...BRAND }, base) +
      `<path d="${weave}" stroke="${ink}" stroke-opacity=".05" stroke-width="5" fill="none"/>` +
      rect({ x: 0, y: 0, ...BRAND }, light) +
      word +
      (width ? stroke(`M${400 - width * 0.5} ${seamY}H${400 + width * 0.5}`, ink, 6, 0.55, '24 17') : ''),
  );
}
