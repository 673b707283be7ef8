import { describe, expect, it } from 'vitest';
import { SAMPLE_PACKS } from '../../demo/drawing/samples.ts';
import { imageHash, imageUrls, isOfferedSize, parseImageFile } from './image-hash.ts';
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

  it('docs/readings.md#37: "/media/<hash of parameters and generator version>-<width>.<ext>", root-relative', () => {
    const hash = imageHash({ kind: 'logo' });
    expect(imageUrls(hash)).toEqual({ thumbnail: `/media/${hash}-320.webp`, original: `/media/${hash}-960.webp` });
    for (const url of [
      ...Object.values(imageUrls(hash)),
      ...Object.values(imageUrls(hash, 'banner')),
      ...Object.values(imageUrls(hash, 'logo')),
    ]) {
      expect(parseImageFile(url.replace('/media/', ''))?.hash).toBe(hash);
    }
  });
});

describe('parseImageFile', () => {
  it('parses a valid name', () => {
    expect(parseImageFile('0123456789abcdef0123-320.webp')).toEqual({
      hash: '0123456789abcdef0123',
      width: 320,
      ext: 'webp',
    });
  });

  it.each([
    '../secret',
    '0123456789abcdef0123-320.webp/..',
    '0123456789abcdef0123-320.webp\n',
    '0123456789ABCDEF0123-320.webp',
    '0123456789abcdef012-320.webp',
    '0123456789abcdef0123-0320.webp',
    '0123456789abcdef0123-32000.webp',
    '0123456789abcdef0123--32.webp',
    '0123456789abcdef0123-320.gif',
    '0123456789abcdef0123.webp',
    '.0123456789abcdef0123-320.webp',
    '..%2f0123456789abcdef0123-320.webp',
    '',
  ])('refuses %j', (name) => {
    expect(parseImageFile(name)).toBeNull();
  });
});

describe('isOfferedSize', () => {
  it('docs/ux.md#3.7: packs at 160, 320, 480, 640 and 960, AVIF from 320 on, PNG at 192 for mails', () => {
    const spec: ImageSpec = { kind: 'pack', view: 'front', pack };
    for (const width of [160, 320, 480, 640, 960]) expect(isOfferedSize(spec, width, 'webp')).toBe(true);
    expect(isOfferedSize(spec, 160, 'avif')).toBe(false);
    for (const width of [320, 480, 640, 960]) expect(isOfferedSize(spec, width, 'avif')).toBe(true);
    expect(isOfferedSize(spec, 321, 'webp')).toBe(false);
    expect(isOfferedSize(spec, 1200, 'jpg')).toBe(true);
    expect(isOfferedSize(spec, 192, 'png')).toBe(true);
    expect(isOfferedSize(spec, 640, 'png')).toBe(false);
  });

  it('docs/ux.md#3.8: banners at 780, 1560, 1640 and 2460; the logo as SVG and as icons', () => {
    const wide: ImageSpec = { kind: 'banner', scene: 'greens', packs: [pack], format: 'wide' };
    for (const width of [780, 1560, 1640, 2460]) expect(isOfferedSize(wide, width, 'webp')).toBe(true);
    expect(isOfferedSize({ ...wide, format: 'tile' }, 1640, 'webp')).toBe(false);
    for (const width of [32, 180, 192, 512]) expect(isOfferedSize({ kind: 'logo' }, width, 'png')).toBe(true);
    expect(isOfferedSize({ kind: 'logo' }, 640, 'svg')).toBe(true);
  });
});
