import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { listIcons } from './icons.ts';

const GENERATED_FOLDERS = [
  'public',
  'capacitor-cordova-android-plugins',
  'capacitor-cordova-ios-plugins',
  'build',
  'symlinks',
];
const icons = listIcons();

test.each(icons)('$path has $side × $side pixels', async ({ path, side, isOpaque }) => {
  const { width, height, hasAlpha, format } = await sharp(join(import.meta.dirname, path)).metadata();
  expect([format, width, height]).toEqual(['png', side, side]);
  // Apple refuses a transparent icon; Android draws its layers over each other.
  expect(hasAlpha).toBe(!isOpaque);
});

test('the projects have these images and no others', () => {
  const images = ['android', 'ios'].flatMap((platform) =>
    readdirSync(join(import.meta.dirname, platform), { recursive: true, encoding: 'utf8' })
      .map((path) => join(platform, path))
      .filter(
        (path) => /\.(png|webp|jpe?g)$/.test(path) && !GENERATED_FOLDERS.some((folder) => path.includes(`/${folder}/`)),
      ),
  );
  expect(images.sort()).toEqual(icons.map(({ path }) => path).sort());
});

test.each(['ic_launcher_monochrome', 'ic_notification'])('%s is white, since the system colours it', async (name) => {
  const matches = icons.filter(({ path }) => path.endsWith(`/${name}.png`));
  expect(matches).toHaveLength(5);
  for (const { path } of matches) {
    const pixels = await sharp(join(import.meta.dirname, path))
      .raw()
      .toBuffer();
    const opaquePixels = Array.from({ length: pixels.length / 4 }, (_, at) =>
      pixels.subarray(4 * at, 4 * at + 4),
    ).filter(([, , , alpha]) => alpha === 255);
    expect(opaquePixels.length).toBeGreaterThan(0);
    expect(opaquePixels.every(([red, green, blue]) => red === 255 && green === 255 && blue === 255)).toBe(true);
  }
});
