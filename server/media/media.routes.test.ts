import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawDemoImage } from '../../demo/drawing/draw.ts';
import { SAMPLE_PACKS } from '../../demo/drawing/samples.ts';
import { imageHash } from './image-hash.ts';
import { DEFAULT_EFFORT } from './image-sizes.ts';
import type { ImageSpec } from './image-spec.ts';
import { imageUrl } from './image-urls.ts';
import { registerMedia } from './media.routes.ts';
import { renderFronts, renderImage } from './raster.ts';

const [pack, other] = SAMPLE_PACKS;
if (!pack || !other) throw new Error('No samples');
const front: ImageSpec = { kind: 'pack', view: 'front', pack };
const banner: ImageSpec = { kind: 'banner', scene: 'friday-night', packs: [pack, other], format: 'wide' };
const logo: ImageSpec = { kind: 'logo' };
const label: ImageSpec = { kind: 'label', stage: 'home', brand: 'A', name: { en: 'Soap', zh: null }, size: '90 g' };
const specByHash = new Map([front, banner, logo, label].map((spec) => [imageHash(spec), spec]));

let dir: string;
let app: FastifyInstance;
let lookUps = 0;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'media-'));
  app = fastify();
  registerMedia(app, {
    dir,
    effort: DEFAULT_EFFORT,
    loadDraw: async () => drawDemoImage,
    findSpec: async (hash) => {
      lookUps += 1;
      return specByHash.get(hash) ?? null;
    },
  });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

describe('GET /media/:file', () => {
  it('docs/readings.md#37: "rendered at its first request … and stored", immutable', async () => {
    const url = imageUrl(imageHash(front), 480, 'webp');
    const first = await app.inject(url);
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toBe('image/webp');
    expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 480,
      hasAlpha: true,
    });

    const before = lookUps;
    const again = await app.inject(url);
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(lookUps).toBe(before);
  });

  it.each([
    [front, 320, 'avif', { width: 320, height: 320 }],
    [front, 1200, 'jpg', { format: 'jpeg', width: 1200, height: 630, hasAlpha: false }],
    [front, 192, 'png', { format: 'png', width: 192, height: 192, hasAlpha: true }],
    [label, 192, 'png', { format: 'png', width: 192, height: 192 }],
    [banner, 780, 'webp', { width: 780, height: 576 }],
    [banner, 1640, 'webp', { width: 1640, height: 816 }],
    [logo, 180, 'png', { format: 'png', width: 180, height: 180 }],
    [logo, 32, 'png', { width: 32, height: 32 }],
    [logo, 640, 'svg', { format: 'svg', width: 640, height: 160 }],
  ] as const)('%#: %s at %i as %s', async (spec, width, ext, expected) => {
    const response = await app.inject(imageUrl(imageHash(spec), width, ext));
    expect(response.statusCode).toBe(200);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject(expected);
  });

  it('responds to HEAD', async () => {
    const response = await app.inject({ method: 'HEAD', url: imageUrl(imageHash(front), 160, 'webp') });
    expect(response.statusCode).toBe(200);
    expect(Number(response.headers['content-length'])).toBeGreaterThan(500);
  });

  it.each([
    imageUrl('00000000000000000000', 320, 'webp'),
    imageUrl(imageHash(front), 321, 'webp'),
    imageUrl(imageHash(front), 160, 'avif'),
    imageUrl(imageHash(front), 640, 'svg'),
    '/media/..%2f..%2fpackage.json',
    '/media/%2e%2e%2fuploads',
    '/media/.hidden',
    '/media/a%00b-320.webp',
  ])('404 for %s, as JSON', async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ message: 'Not found.', code: 'request.not_found' });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('renderImage', () => {
  it('docs/readings.md#37: "once for concurrent requests"', async () => {
    const spec: ImageSpec = { kind: 'pack', view: 'angled', pack };
    const calls = Array.from({ length: 50 }, () =>
      renderImage({ dir, spec, hash: imageHash(spec), width: 320, ext: 'webp', draw: drawDemoImage }),
    );
    expect(new Set(calls).size).toBe(1);
    const paths = new Set(await Promise.all(calls));
    expect(paths.size).toBe(1);
    const files = await readdir(join(dir, 'media'));
    expect(files.filter((file) => file.includes(imageHash(spec)))).toEqual([`${imageHash(spec)}-320.webp`]);
  });

  it('leaves no partial file and no pending caller when an image cannot be read', async () => {
    const spec: ImageSpec = { kind: 'upload', sha256: 'f'.repeat(64) };
    const renderMissing = () => renderImage({ dir, spec, hash: imageHash(spec), width: 320, ext: 'webp' });
    await expect(renderMissing()).rejects.toThrow(/ENOENT/);
    await expect(renderMissing()).rejects.toThrow(/ENOENT/);
    expect((await readdir(join(dir, 'media'))).filter((file) => file.startsWith('.'))).toEqual([]);
  });

  it.each(['webp', 'avif'] as const)('makes a smaller %s with more effort', async (ext) => {
    const spec: ImageSpec = { kind: 'pack', view: 'front', pack };
    const render = async (effort: number) => {
      const folder = await mkdtemp(join(dir, 'effort-'));
      const path = await renderImage({
        dir: folder,
        spec,
        hash: imageHash(spec),
        width: 640,
        ext,
        effort,
        draw: drawDemoImage,
      });
      return (await stat(path)).size;
    };
    expect(await render(4)).toBeLessThan(await render(0));
  });

  it('throws for a size that is not offered', () => {
    expect(() => renderImage({ dir, spec: front, hash: imageHash(front), width: 333, ext: 'webp' })).toThrow(
      RangeError,
    );
  });
});

describe('renderFronts', () => {
  it('docs/readings.md#37: "First start renders the fronts at two widths", skips existing files, reports progress', async () => {
    const specs = SAMPLE_PACKS.slice(0, 4).map((one) => ({ kind: 'pack', view: 'front', pack: one }) as const);
    const reports: [number, number][] = [];
    await renderFronts(dir, [...specs, ...specs], drawDemoImage, (done, total) => reports.push([done, total]));
    expect(reports.map(([done]) => done)).toEqual([1, 2, 3, 4]);
    expect(new Set(reports.map(([, total]) => total))).toEqual(new Set([4]));
    for (const spec of specs) {
      for (const width of [320, 640]) {
        const file = join(dir, 'media', `${imageHash(spec)}-${width}.webp`);
        expect(await sharp(file).metadata()).toMatchObject({ width, height: width, hasAlpha: true });
      }
    }

    const [first] = specs;
    if (!first) throw new Error('No samples');
    const file = join(dir, 'media', `${imageHash(first)}-320.webp`);
    await writeFile(file, 'made');
    await renderFronts(dir, specs, drawDemoImage);
    expect((await stat(file)).size).toBe(4);
  });
});
