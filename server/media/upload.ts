/**
 * Checks images that a merchant uploads, encodes them without metadata and stores them by the digest of the original.
 */
import { createHash } from 'node:crypto';
import { MAX_PICTURE_BYTES } from '@shop/contract/common-schemas';
import sharp, { type Sharp } from 'sharp';
import { fileExists, uploadPath, writeFileAtomically } from './image-files.ts';
import type { ImageSpec } from './image-spec.ts';

/** Largest accepted picture, in pixels. */
const MAX_UPLOAD_PIXELS = 25_000_000;

/** Longest side of a stored upload; the shop shows no larger size. */
const STORED_SIDE_PX = 1920;

/** Reasons to reject an image: too many bytes, an unknown format (SVG never), too many pixels, or broken. */
type UploadRefusal = 'upload.too_large' | 'upload.unsupported' | 'upload.too_many_pixels' | 'upload.unreadable';

type UploadAnswer = { spec: Extract<ImageSpec, { kind: 'upload' }> } | { refused: UploadRefusal };

/**
 * Accepts the bytes of a JPEG, PNG, WebP, AVIF or GIF (its first frame) and stores them under `<dir>/uploads`. The same
 * bytes twice are one upload. The original is never served, only the output of sharp.
 */
export async function acceptUpload(dir: string, bytes: Uint8Array): Promise<UploadAnswer> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const spec = { kind: 'upload', sha256 } as const;
  const path = uploadPath(dir, sha256);
  if (await fileExists(path)) return { spec };

  const encoded = await encodePicture(bytes, STORED_SIDE_PX, (picture) => picture.webp({ quality: 90 }));
  if (typeof encoded === 'string') return { refused: encoded };
  await writeFileAtomically(path, encoded);
  return { spec };
}

/**
 * Checks a picture and encodes it again: upright, without metadata, no side longer than `side` pixels. Returns
 * the reason if it is rejected.
 */
export async function encodePicture(
  bytes: Uint8Array,
  side: number,
  encode: (picture: Sharp) => Sharp,
): Promise<Buffer | UploadRefusal> {
  if (bytes.length > MAX_PICTURE_BYTES) return 'upload.too_large';
  if (!looksLikeImage(bytes)) return 'upload.unsupported';
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_UPLOAD_PIXELS) return 'upload.too_many_pixels';
    const picture = sharp(bytes, { limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    return await encode(picture).toBuffer();
  } catch {
    return 'upload.unreadable';
  }
}

/** Detects the format by the first bytes, before any decoder runs; file names and headers are not trusted. */
function looksLikeImage(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF.{4}WEBP/s.test(text) ||
    /^.{4}ftyp(avif|avis|mif1)/s.test(text)
  );
}
