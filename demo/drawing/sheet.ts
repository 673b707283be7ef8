/**
 * Draws contact sheets: many drawings on one PNG, to look at. `node tools/run.mjs demo/drawing/sheet.ts OUT.png
 * [front|angled|closeup|back]`
 */
import sharp from 'sharp';
import { chooseCrop, computeDrawingSize, type DrawnSpec } from '../../server/media/draw.ts';
import type { ImageSpec } from '../../server/media/image-spec.ts';
import { drawDemoImage } from './draw.ts';
import { SAMPLE_PACKS } from './samples.ts';

const SHEET_COLOUR = '#F6EEE0';

/** Draws packs side by side, each in a square cell of `side` pixels, as a PNG. */
export async function drawSheet(
  specs: readonly DrawnSpec[],
  { columns = 6, side = 300, ground = SHEET_COLOUR } = {},
): Promise<Buffer> {
  const cells = await Promise.all(
    specs.map(async (spec, index) => {
      const { width, height } = computeDrawingSize(spec);
      const scale = side / Math.max(width, height);
      const crop = chooseCrop(spec, width);
      const svg = Buffer.from(drawDemoImage(spec, crop));
      const input = await sharp(svg, { density: 72 * scale })
        .resize({ width: side, height: side, fit: 'inside' })
        .png()
        .toBuffer();
      return { input, left: (index % columns) * side, top: Math.floor(index / columns) * side };
    }),
  );
  const height = Math.ceil(specs.length / columns) * side;
  return sharp({ create: { width: columns * side, height, channels: 3, background: ground } })
    .composite(cells)
    .png()
    .toBuffer();
}

const VIEWS = ['front', 'angled', 'closeup', 'back'] as const;
type PackView = Extract<ImageSpec, { kind: 'pack' }>['view'];

if (import.meta.main) {
  const [out, named = 'front'] = process.argv.slice(2);
  const view: PackView | undefined = VIEWS.find((one) => one === named);
  if (!out || !view) {
    console.error(`Which file? node tools/run.mjs demo/drawing/sheet.ts OUT.png [${VIEWS.join('|')}]`);
    process.exit(1);
  }
  const sheet = await drawSheet(SAMPLE_PACKS.map((pack) => ({ kind: 'pack', view, pack })));
  await sharp(sheet).toFile(out);
}
