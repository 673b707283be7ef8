/** Pictures next to the product file (docs/import.md#pictures-from-a-folder-or-zip). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../testing/test-server.ts';
import type { RowProblem } from '../columns/product-values.ts';
import { importCatalogue } from '../products/import-catalogue.ts';
import { openImageSource } from './image-source.ts';
import { loadImages } from './load-images.ts';

const { api, db } = await testServer();
const folder = mkdtempSync(join(tmpdir(), 'shop-images-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const draw = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

/** Writes a ZIP of stored files. */
function makeZip(files: Readonly<Record<string, Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, content]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

async function run(path: string, images: string) {
  const source = await openImageSource(images);
  const problems: RowProblem[] = [];
  const report = await importCatalogue(db, path, {
    now: new Date(),
    dryRun: false,
    allOrNothing: false,
    onProblem: (problem) => problems.push(problem),
    onProgress: () => {},
    onChange: () => {},
    imageFiles: {
      paths: source.paths,
      load: (tx, addresses, onFailure) => loadImages({ source, dir: folder }, tx, addresses, onFailure),
    },
  });
  source.close();
  return { report, problems };
}

let looks = 0;
const listPictures = async (slug: string): Promise<string[]> =>
  (await api('GET', `/products/${slug}?_=${looks++}`)).body.images.map((image: { original: string }) => image.original);

test('a folder or a ZIP brings pictures by SKU and handle, reports the others, and changes nothing the second time', async () => {
  const csv = join(folder, 'goods.csv');
  const rows = ['jam,Jam,JAM-1,5.00', 'bun,Bun,BUN-1,2.00', 'bad,Bad,BAD-1,2.00'];
  writeFileSync(csv, ['Handle,Title,Variant SKU,Variant Price', ...rows].join('\n'));
  const files = {
    'JAM-1.png': await draw('#c00'),
    'shots/JAM-1-2.png': await draw('#0c0'),
    'bun.png': await draw('#00c'),
    'logo.png': await draw('#ccc'),
    'BAD-1.jpg': Buffer.from('no picture'),
    'notes.txt': Buffer.from('x'),
  };
  const pics = join(folder, 'pics');
  mkdirSync(join(pics, 'shots'), { recursive: true });
  for (const [path, content] of Object.entries(files)) writeFileSync(join(pics, path), content);
  const zip = join(folder, 'pics.zip');
  writeFileSync(zip, makeZip(files));

  const first = await run(csv, zip);
  expect(first.report).toMatchObject({ created: 3, rows_refused: 0, unmatched_images: ['logo.png'] });
  expect(first.problems.map(({ handle, column }) => [handle, column])).toEqual([['bad', '--images']]);
  const jam = await listPictures('jam');
  expect([jam.length, new Set(jam).size, (await listPictures('bun')).length]).toEqual([2, 2, 1]);

  const second = await run(csv, pics);
  expect(second.report).toMatchObject({ updated: 0, unchanged: 3 });
  expect(second.report.unmatched_images).toEqual([join(pics, 'logo.png')]);
  expect(await listPictures('jam')).toEqual(jam);
  await expect(openImageSource(csv)).rejects.toThrow('--images goods.csv cannot be read');
  await expect(openImageSource(join(folder, 'nowhere'))).rejects.toThrow('--images nowhere cannot be read');
});
