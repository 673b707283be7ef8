import { type ImageExtension, LABEL_WIDTH } from './image-sizes.ts';
import type { ImageSpec } from './image-spec.ts';

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
