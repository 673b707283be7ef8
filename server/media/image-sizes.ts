import type { ImageSpec } from './image-spec.ts';

export type ImageExtension = 'webp' | 'avif' | 'jpg' | 'png' | 'svg';

/** What a smaller file may cost, from 0 to 6: files of this effort are nearly as small as possible. */
export const DEFAULT_EFFORT = 4;

const SQUARE_WIDTHS: Partial<Record<ImageExtension, readonly number[]>> = {
  webp: [160, 320, 480, 640, 960],
  avif: [320, 480, 640, 960],
  jpg: [1200],
  // For mails: not every mail program shows WebP.
  png: [192],
};
/** Widths of uploads: product pictures, banners, the logo, and the picture for shared links. */
const UPLOAD_WIDTHS: Partial<Record<ImageExtension, readonly number[]>> = {
  webp: [160, 320, 480, 640, 780, 960, 1560, 1640, 2460],
  avif: [320, 640, 780, 960, 1560, 1640, 2460],
  jpg: [1200],
  png: [32, 180, 192, 512, 640],
};
/** Width of a labelled pack's SVG, in pixels. */
export const LABEL_WIDTH = 640;
const WIDE_BANNER = [780, 1560, 1640, 2460] as const;
const TILE_BANNER = [780, 1560] as const;

/** Lists the widths in pixels of a kind of image, by file extension (docs/ux.md#3.7, docs/ux.md#3.8). */
export function listWidths(spec: ImageSpec): Partial<Record<ImageExtension, readonly number[]>> {
  if (spec.kind === 'banner') {
    const widths = spec.format === 'wide' ? WIDE_BANNER : TILE_BANNER;
    return { webp: widths, avif: widths, jpg: [1200] };
  }
  if (spec.kind === 'upload') return UPLOAD_WIDTHS;
  if (spec.kind === 'label') return { svg: [LABEL_WIDTH], jpg: [1200], png: [192] };
  if (spec.kind === 'logo') return { ...SQUARE_WIDTHS, png: [32, 180, 192, 512, 640], svg: [640] };
  return SQUARE_WIDTHS;
}

/** Returns whether the shop serves this size of this image. */
export function isOfferedSize(spec: ImageSpec, width: number, ext: ImageExtension): boolean {
  return listWidths(spec)[ext]?.includes(width) ?? false;
}
