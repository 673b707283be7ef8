/**
 * Reads and writes the URLs of our own pictures: a URL that any tool can fetch, with the drawing's spec behind the
 * `#`, so that another shop can draw the same picture. Pure.
 */

import { BACKDROPS } from '@shop/core/catalog/backdrops';
import * as v from 'valibot';
import { imageHash } from '../../media/image-hash.ts';
import { GARNISHES, type ImageSpec, PACK_TYPES, PATTERNS } from '../../media/image-spec.ts';
import { imageUrl } from '../../media/image-urls.ts';
import { InvalidCell, readAddress } from '../columns/cells.ts';
import type { DraftPicture } from '../columns/product-values.ts';

const DRAWING_MARK = '#drawn=';
/** Maximum length of an encoded spec, in characters. */
const MAX_ADDRESS_LENGTH = 8_000;

const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i));
const word = v.pipe(v.string(), v.maxLength(200));
const pack = v.strictObject({
  type: v.picklist(PACK_TYPES),
  brand: word,
  lines: v.pipe(v.array(word), v.maxLength(6)),
  flav: word,
  g: v.picklist(GARNISHES),
  base: colour,
  accent: colour,
  ink: colour,
  pat: v.picklist(PATTERNS),
  liquid: v.optional(colour),
  cap: v.optional(colour),
  shape: v.optional(v.picklist(['sauce', 'pet'])),
  short: v.optional(v.boolean()),
  facts: v.optional(v.pipe(v.array(v.pipe(v.number(), v.finite())), v.length(6))),
});
/** Packs that are drawn together in one picture. */
export const packs = v.pipe(v.array(pack), v.maxLength(20));
const stage = v.picklist(BACKDROPS);
const drawing = v.variant('kind', [
  v.strictObject({ kind: v.literal('pack'), view: v.picklist(['front', 'angled', 'closeup', 'back']), pack }),
  v.strictObject({ kind: v.literal('bundle'), packs }),
  v.strictObject({ kind: v.literal('tile'), stage, pack }),
  v.strictObject({ kind: v.literal('placeholder'), stage }),
  v.strictObject({ kind: v.literal('brand'), name: word, base: colour, ink: colour }),
  v.strictObject({ kind: v.literal('upload'), sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
]);

/** Validates a drawing's spec; null if it is invalid. */
export function parseDrawing(value: unknown): ImageSpec | null {
  const result = v.safeParse(drawing, value);
  return result.success ? (result.output as ImageSpec) : null;
}

export function formatPictureAddress(publicUrl: string, spec: ImageSpec): string {
  const encodedSpec = Buffer.from(JSON.stringify(spec)).toString('base64url');
  return `${publicUrl}${imageUrl(imageHash(spec), 960, 'webp')}${DRAWING_MARK}${encodedSpec}`;
}

export function readPicture(text: string): DraftPicture | null {
  const [before = '', encodedSpec] = text.trim().split(DRAWING_MARK);
  const address = readAddress(before);
  if (address === null || encodedSpec === undefined) return address === null ? null : { address };
  if (encodedSpec.length > MAX_ADDRESS_LENGTH) throw new InvalidCell('is drawn from too much');
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(encodedSpec, 'base64url').toString());
  } catch {
    throw new InvalidCell('does not say what it is drawn from');
  }
  const spec = parseDrawing(value);
  if (spec === null) throw new InvalidCell('is drawn from something unknown');
  return { address, spec };
}
