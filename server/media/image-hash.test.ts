import { describe, expect, it } from 'vitest';
import { SAMPLE_PACKS } from '../../demo/drawing/samples.ts';
import { imageHash } from './image-hash.ts';
import type { ImageSpec } from './image-spec.ts';

const [pack] = SAMPLE_PACKS;
if (!pack) throw new Error('No samples');

describe('imageHash', () => {
  it('is equal for equal data in any order of keys, and ignores undefined fields', () => {
    const one: ImageSpec = { kind: 'pack', view: 'front', pack: { ...pack, liquid: undefined } };
    const other: ImageSpec = {
      pack: Object.fromEntries(Object.entries(pack).reverse()) as typeof pack,
      view: 'front',
      kind: 'pack',
    };
    expect(imageHash(other)).toBe(imageHash(one));
    expect(imageHash(one)).toMatch(/^[0-9a-f]{20}$/);
  });

  it('differs if any drawn detail differs', () => {
    const specs: ImageSpec[] = [
      ...SAMPLE_PACKS.map((one) => ({ kind: 'pack', view: 'front', pack: one }) as const),
      { kind: 'pack', view: 'back', pack },
      { kind: 'pack', view: 'front', pack: { ...pack, lines: [...pack.lines].reverse() } },
      { kind: 'tile', stage: 'snack', pack },
      { kind: 'tile', stage: 'fresh', pack },
      { kind: 'logo' },
    ];
    expect(new Set(specs.map(imageHash)).size).toBe(specs.length);
  });
});
