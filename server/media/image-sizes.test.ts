import { describe, expect, it } from 'vitest';
import { SAMPLE_PACKS } from '../../demo/drawing/samples.ts';
import { isOfferedSize } from './image-sizes.ts';
import type { ImageSpec } from './image-spec.ts';

const [pack] = SAMPLE_PACKS;
if (!pack) throw new Error('No samples');

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
