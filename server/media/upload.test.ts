import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_PICTURE_BYTES } from '@shop/contract/common-schemas';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadPath } from './image-files.ts';
import { imageHash } from './image-hash.ts';
import { renderImage } from './raster.ts';
import { acceptUpload } from './upload.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'uploads-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#c8321f' } }).withExif({
    IFD0: { Copyright: 'Somebody' },
  });

describe('acceptUpload', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'accepts %s, strips its metadata, and renders the shop’s sizes',
    async (format) => {
      const upload = await acceptUpload(dir, await picture().toFormat(format).toBuffer());
      if (!('spec' in upload)) throw new Error(upload.refused);
      const storedFile = await readFile(uploadPath(dir, upload.spec.sha256));
      expect(await sharp(storedFile).metadata()).toMatchObject({ format: 'webp', width: 600, height: 400 });
      expect((await sharp(storedFile).metadata()).exif).toBeUndefined();

      const path = await renderImage({
        dir,
        spec: upload.spec,
        hash: imageHash(upload.spec),
        width: 320,
        ext: 'webp',
      });
      expect(await sharp(path).metadata()).toMatchObject({ width: 320, height: 213 });
    },
  );

  it('stores the same bytes once', async () => {
    const bytes = await picture(50, 50).png().toBuffer();
    expect(await acceptUpload(dir, bytes)).toEqual(await acceptUpload(dir, bytes));
  });

  it('refuses large files, other formats, SVG, too many pixels, and broken files', async () => {
    const png = await picture(200, 200).png().toBuffer();
    const huge = await sharp({ create: { width: 5100, height: 5000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const cases: [Uint8Array, string][] = [
      [Buffer.alloc(MAX_PICTURE_BYTES + 1), 'upload.too_large'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'upload.unsupported'],
      [Buffer.from('%PDF-1.7'), 'upload.unsupported'],
      [Buffer.alloc(0), 'upload.unsupported'],
      [huge, 'upload.too_many_pixels'],
      [png.subarray(0, 60), 'upload.unreadable'],
      [Buffer.concat([png.subarray(0, 8), Buffer.from('not a picture at all')]), 'upload.unreadable'],
    ];
    for (const [bytes, refused] of cases) expect(await acceptUpload(dir, bytes), refused).toEqual({ refused });
  });
});
