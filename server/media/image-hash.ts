import { createHash } from 'node:crypto';
import type { ImageSpec } from './image-spec.ts';

/**
 * Version of the drawings. Raise it when they change: each drawing gets a new name, so browsers may cache without
 * expiry.
 */
const GENERATOR_VERSION = 2;

export type ImageExtension = 'webp' | 'avif' | 'jpg' | 'png' | 'svg';

/** Serializes a value with sorted keys and without undefined fields. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(',')}}`;
}

/**
 * Names an image: 20 hexadecimal digits of the SHA-256 of its spec and the generator's version (docs/readings.md#37).
 * An upload's name does not depend on the generator. A label's begins with `x`: it is served as SVG.
 */
export function imageHash(spec: ImageSpec): string {
  const version = spec.kind === 'upload' ? '' : GENERATOR_VERSION;
  const digest = createHash('sha256')
    .update(`${version}|${canonicalJson(spec)}`)
    .digest('hex');
  return spec.kind === 'label' ? `x${digest.slice(0, 19)}` : digest.slice(0, 20);
}

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
const LABEL_WIDTH = 640;
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

/** Returns the root-relative URL of one size of an image. */
export function imageUrl(hash: string, width: number, ext: ImageExtension): string {
  return `/media/${hash}-${width}.${ext}`;
}

/** Returns the two URLs in API responses; the client derives the other widths (docs/readings.md#37). */
export function imageUrls(hash: string, kind: ImageSpec['kind'] = 'pack'): { thumbnail: string; original: string } {
  if (hash.startsWith('x')) {
    const address = imageUrl(hash, LABEL_WIDTH, 'svg');
    return { thumbnail: address, original: address };
  }
  if (kind === 'banner') return { thumbnail: imageUrl(hash, 780, 'webp'), original: imageUrl(hash, 1560, 'webp') };
  if (kind === 'logo') return { thumbnail: imageUrl(hash, 192, 'png'), original: imageUrl(hash, 640, 'svg') };
  return { thumbnail: imageUrl(hash, 320, 'webp'), original: imageUrl(hash, 960, 'webp') };
}

const FILE_NAME = /^([0-9a-fx][0-9a-f]{19})-([1-9][0-9]{1,3})\.(webp|avif|jpg|png|svg)$/;

/** Parses an image's file name; null for any other name, so that no other reaches the disk. */
export function parseImageFile(file: string): { hash: string; width: number; ext: ImageExtension } | null {
  const match = FILE_NAME.exec(file);
  if (!match) return null;
  const [, hash = '', width = '', ext = ''] = match;
  return { hash, width: Number(width), ext: ext as ImageExtension };
}
