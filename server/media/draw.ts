import { imageHash } from './image-hash.ts';
import type { ImageSpec } from './image-spec.ts';
import { drawLabelledPack } from './labelled-pack.ts';
import { drawPlaceholder } from './placeholder.ts';
import { drawAppIcon, drawFavicon, drawLogo } from './site-art.ts';
import { CANVAS_SIDE, createPen, rect, stroke, svgDocument, times } from './svg.ts';
import { lettering, measure } from './text.ts';

/** The spec of a drawn image, not of an upload. */
export type DrawnSpec = Exclude<ImageSpec, { kind: 'upload' }>;

/** The specs that `demo/drawing` draws for the demo shop. */
export type DemoSpec = Extract<ImageSpec, { kind: 'pack' | 'bundle' | 'tile' | 'banner' }>;

/** Draws a spec as SVG; null for a kind that this shop does not draw. */
export type DrawImage = (spec: DrawnSpec, crop?: ImageCrop) => string | null;

/**
 * Crops of a drawing: a wide banner has another for phones; the logo others for icons from 180 pixels and for
 * favicons.
 */
export type ImageCrop = 'whole' | 'phone' | 'icon' | 'favicon';

/** Returns the drawing's size in SVG units; images keep this proportion. */
export function computeDrawingSize(spec: DrawnSpec, crop: ImageCrop = 'whole'): { width: number; height: number } {
  if (spec.kind === 'tile') return TILE_SIZE;
  if (spec.kind === 'brand') return BRAND_SIZE;
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
  return { width: CANVAS_SIDE, height: CANVAS_SIDE };
}

/** Chooses the crop for a width in pixels (docs/ux.md#3.8: 780 and 1560 are for phones). */
export function chooseCrop(spec: ImageSpec, width: number): ImageCrop {
  if (spec.kind === 'banner' && spec.format === 'wide' && (width === 780 || width === 1560)) return 'phone';
  if (spec.kind === 'logo' && width <= 512) return width < 180 ? 'favicon' : 'icon';
  return 'whole';
}

/** Prefixes the ids of a drawing: several drawings may be in one document. */
export const createIdPrefix = (spec: DrawnSpec): string => `i${imageHash(spec).slice(0, 7)}`;

/**
 * Draws the images that every shop has: placeholders, labelled packs, brand wordmarks and the logo. Pure: equal data
 * gives equal SVG text, without fonts or other files.
 */
export function drawImage(spec: Exclude<DrawnSpec, DemoSpec>, crop?: ImageCrop): string;
export function drawImage(spec: DrawnSpec, crop?: ImageCrop): string | null;
export function drawImage(spec: DrawnSpec, crop: ImageCrop = 'whole'): string | null {
  const prefix = createIdPrefix(spec);
  if (spec.kind === 'placeholder') return svgDocument(CANVAS_SIDE, CANVAS_SIDE, drawPlaceholder(spec.stage, prefix));
  if (spec.kind === 'label') return svgDocument(CANVAS_SIDE, CANVAS_SIDE, drawLabelledPack(spec, prefix));
  if (spec.kind === 'brand') return drawWordmark(spec, prefix);
  if (spec.kind === 'logo') return crop === 'icon' ? drawAppIcon() : crop === 'favicon' ? drawFavicon() : drawLogo();
  return null;
}

/** Category tiles are 1:1.12 (docs/ux.md#2.5); the label is in the upper left. */
const TILE_SIZE = { width: 800, height: 896 };

const BRAND_SIZE = { width: 800, height: 500 };

/** Draws a brand's name in the display typeface on its colour, with a faint weave. */
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
    BRAND_SIZE.width,
    BRAND_SIZE.height,
    pen.definitions() +
      rect({ x: 0, y: 0, ...BRAND_SIZE }, base) +
      `<path d="${weave}" stroke="${ink}" stroke-opacity=".05" stroke-width="5" fill="none"/>` +
      rect({ x: 0, y: 0, ...BRAND_SIZE }, light) +
      word +
      (width ? stroke(`M${400 - width * 0.5} ${seamY}H${400 + width * 0.5}`, ink, 6, 0.55, '24 17') : ''),
  );
}
