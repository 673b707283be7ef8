/** Makes and recognizes the drawn pictures of products and categories without one of their own. */
import { BACKDROPS, type Backdrop } from '@shop/core/catalog/backdrops';
import { imageHash } from './image-hash.ts';
import type { ImageSpec } from './image-spec.ts';

export const makePlaceholder = (stage: Backdrop): ImageSpec => ({ kind: 'placeholder', stage });

const hashes = new Map<Backdrop, string>(BACKDROPS.map((stage) => [stage, imageHash(makePlaceholder(stage))]));
const placeholderHashes = new Set(hashes.values());

export const placeholderHash = (stage: Backdrop): string => hashes.get(stage) ?? '';

export const isPlaceholder = (hash: string): boolean => placeholderHashes.has(hash);
