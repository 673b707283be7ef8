import type { Backdrop } from '@shop/core/catalog/backdrops';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { contrast } from '../../server/media/colour.ts';
import { computeDrawingSize, type DrawnSpec } from '../../server/media/draw.ts';
import { BASE_Y } from '../../server/media/floor-shadow.ts';
import { BACKDROP_COLOURS } from '../../server/media/placeholder.ts';
import { drawDemoImage as drawImage } from './draw.ts';
import { DRAWABLE_PACK_TYPES, fitPack, PACK_SIDE } from './pack.ts';
import { SAMPLE_PACKS } from './samples.ts';
import { SCENES } from './scene.ts';
import { drawSheet } from './sheet.ts';

const VIEWS = ['front', 'angled', 'closeup', 'back'] as const;
const WELL_FORMED_ID = /^i[0-9a-f]{7}[0-9a-z]+$/;

function requireSample(type: string) {
  const pack = SAMPLE_PACKS.find((one) => one.type === type);
  if (!pack) throw new Error(`No sample of ${type}`);
  return pack;
}

function listIds(svg: string): string[] {
  return Array.from(svg.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id);
}

/** Measures the bounds of the solid part of a drawing, without shadows, at half its resolution. */
async function measureSolidPart(svg: string): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const { data, info } = await sharp(Buffer.from(svg), { density: 36 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const part = { left: info.width, top: info.height, right: 0, bottom: 0 };
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      if ((data[(y * info.width + x) * info.channels + 3] ?? 0) < 200) continue;
      part.left = Math.min(part.left, x * 2);
      part.right = Math.max(part.right, x * 2);
      part.top = Math.min(part.top, y * 2);
      part.bottom = Math.max(part.bottom, y * 2);
    }
  }
  return part;
}

describe('packs', () => {
  it('has a sample of every type', () => {
    expect(new Set(SAMPLE_PACKS.map((pack) => pack.type))).toEqual(new Set(DRAWABLE_PACK_TYPES));
  });

  it.each(DRAWABLE_PACK_TYPES)(
    '%s: docs/ux.md#3.6 "scaled into 620×620, standing on y=722, so cards align"',
    async (type) => {
      const { scale, width, height } = fitPack(requireSample(type));
      expect(Math.max(width, height)).toBeLessThanOrEqual(PACK_SIDE + 1);
      const part = await measureSolidPart(drawImage({ kind: 'pack', view: 'front', pack: requireSample(type) }));
      const slack = 9 * scale;
      expect(part.left).toBeGreaterThan(400 - width / 2 - slack);
      expect(part.right).toBeLessThan(400 + width / 2 + slack);
      expect(part.top).toBeGreaterThan(BASE_Y - height - slack);
      expect(Math.abs(part.bottom - BASE_Y)).toBeLessThan(14 * scale);
    },
  );

  it.each(DRAWABLE_PACK_TYPES.flatMap((type) => VIEWS.map((view) => [type, view] as const)))(
    '%s, %s: draws',
    async (type, view) => {
      const svg = drawImage({ kind: 'pack', view, pack: requireSample(type) });
      expect(svg).not.toMatch(/NaN|undefined|<text|<filter|url\(#undefined/);
      const ids = listIds(svg);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, reference] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(reference);
      const { channels } = await sharp(Buffer.from(svg), { density: 18 }).stats();
      expect(channels[3]?.max ?? 255).toBeGreaterThan(200);
      expect(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev))).toBeGreaterThan(5);
    },
  );

  it('docs/ux.md#3.5 "Prefix gradient ids per pack (ids collide when inlined)"', () => {
    const usedIds = new Set<string>();
    for (const pack of SAMPLE_PACKS) {
      for (const id of listIds(drawImage({ kind: 'pack', view: 'front', pack }))) {
        expect(id).toMatch(WELL_FORMED_ID);
        expect(usedIds).not.toContain(id);
        usedIds.add(id);
      }
    }
  });

  it('keeps ids apart within a bundle', () => {
    const ids = listIds(
      drawImage({
        kind: 'bundle',
        packs: [requireSample('can'), requireSample('can'), requireSample('box'), requireSample('can')],
      }),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('docs/ux.md#3.5 "Assert ink/base ≥4.5"', () => {
    for (const pack of SAMPLE_PACKS) expect(contrast(pack.ink, pack.base), pack.type).toBeGreaterThanOrEqual(4.5);
  });

  it('is deterministic, whatever the order of keys', () => {
    const pack = requireSample('pouch');
    const reorderedPack = Object.fromEntries(Object.entries(pack).reverse()) as typeof pack;
    const svg = drawImage({ kind: 'pack', view: 'front', pack });
    expect(drawImage({ kind: 'pack', view: 'front', pack })).toBe(svg);
    expect(drawImage({ view: 'front', pack: reorderedPack, kind: 'pack' })).toBe(svg);
  });

  it('draws words that no face can write as nothing, not as boxes', () => {
    const pack = { ...requireSample('can'), brand: '满袋', lines: ['快熟面'], flav: '🥥' };
    expect(drawImage({ kind: 'pack', view: 'front', pack })).not.toMatch(/NaN|Infinity/);
  });
});

describe('other drawings', () => {
  const stages = Object.keys(BACKDROP_COLOURS) as Backdrop[];
  const specs: DrawnSpec[] = [
    { kind: 'bundle', packs: [requireSample('pouch'), requireSample('bucket')] },
    { kind: 'bundle', packs: [requireSample('bread'), requireSample('jar'), requireSample('carton')] },
    {
      kind: 'bundle',
      packs: [requireSample('cup'), requireSample('box'), requireSample('bottle'), requireSample('sack')],
    },
    { kind: 'logo' },
    { kind: 'brand', name: 'Kokonut & Co', base: '#6B2E4A', ink: '#FFF0E6' },
    { kind: 'brand', name: '满袋', base: '#6B2E4A', ink: '#FFF0E6' },
    ...stages.map((stage): DrawnSpec => ({ kind: 'tile', stage, pack: requireSample('box') })),
    ...stages.map((stage): DrawnSpec => ({ kind: 'placeholder', stage })),
    ...[...Object.keys(SCENES), 'no such scene'].flatMap((scene) =>
      (['wide', 'tile'] as const).map(
        (format): DrawnSpec => ({
          kind: 'banner',
          scene,
          format,
          packs: [requireSample('pouch'), requireSample('bucket')],
        }),
      ),
    ),
  ];

  it.each(specs.map((spec) => [JSON.stringify(spec).slice(0, 60), spec] as const))('%s', async (_, spec) => {
    for (const crop of ['whole', 'phone', 'icon', 'favicon'] as const) {
      const svg = drawImage(spec, crop);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<text/);
      const ids = listIds(svg);
      expect(new Set(ids).size).toBe(ids.length);
      const { width, height } = await sharp(Buffer.from(svg)).metadata();
      expect({ width, height }).toEqual(computeDrawingSize(spec, crop));
    }
  });

  it('docs/ux.md#3.8: a scene’s ink reads on its ground', () => {
    for (const [name, { ink, ground }] of Object.entries(SCENES)) {
      expect(contrast(ink, ground), name).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(Object.keys(SCENES))('%s: the reserved inline-start keeps its ink readable', async (scene) => {
    const svg = drawImage({
      kind: 'banner',
      scene,
      format: 'wide',
      packs: [requireSample('pouch'), requireSample('bucket')],
    });
    const start = { left: 0, top: 0, width: 700, height: 816 };
    const { data, info } = await sharp(Buffer.from(svg))
      .extract(start)
      .resize(35, 40)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += info.channels) {
      const colour = `#${data.subarray(at, at + 3).toString('hex')}`;
      expect(contrast(SCENES[scene]?.ink ?? '', colour)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('drawSheet', () => {
  it('lays drawings of any shape side by side on one PNG', async () => {
    const [pack = requireSample('can')] = SAMPLE_PACKS;
    const sheet = await drawSheet(
      [
        { kind: 'pack', view: 'front', pack },
        { kind: 'banner', scene: 'coins', packs: [pack], format: 'wide' },
        { kind: 'logo' },
      ],
      { columns: 2, side: 100 },
    );
    expect(await sharp(sheet).metadata()).toMatchObject({ format: 'png', width: 200, height: 200 });
  });
});
