import { createHash } from 'node:crypto';
import type { ImageSpec } from './image-spec.ts';

/**
 * Version of the drawings. Raise it when they change: each drawing gets a new name, so browsers may cache without
 * expiry.
 */
const GENERATOR_VERSION = 2;

/** Serializes a value with sorted keys and without undefined fields. */
function serializeCanonically(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serializeCanonically).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${serializeCanonically(part)}`).join(',')}}`;
}

/**
 * Names an image: 20 hexadecimal digits of the SHA-256 of its spec and the generator's version (docs/readings.md#37).
 * An upload's name does not depend on the generator. A labelled pack's name begins with `x`: it is served as SVG.
 */
export function imageHash(spec: ImageSpec): string {
  const version = spec.kind === 'upload' ? '' : GENERATOR_VERSION;
  const digest = createHash('sha256')
    .update(`${version}|${serializeCanonically(spec)}`)
    .digest('hex');
  return spec.kind === 'label' ? `x${digest.slice(0, 19)}` : digest.slice(0, 20);
}
