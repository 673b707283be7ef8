/** Films the picture of the browser's camera: one frame, which Chromium repeats. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barcodePath } from '../../office/print/barcode-path.ts';

/** The code that the camera sees: the SKU of the kaya that stories order, on a label of the shop. */
export const CODE_IN_VIEW = 'nyonya-pot-pandan-kaya';

const WIDTH = 1280;
const HEIGHT = 720;
/** Pixels of one module, the thinnest bar. */
const MODULE = 3;
const LABEL_HEIGHT = 240;
const [GREY, WHITE, BLACK] = [119, 255, 0];

/** Draws the brightness of each pixel: a white label with black bars before a grey wall. */
function drawFrame(): Buffer {
  const { width, path } = barcodePath(CODE_IN_VIEW);
  const row = Buffer.alloc(WIDTH, GREY);
  const left = Math.floor((WIDTH - width * MODULE) / 2);
  row.fill(WHITE, left, left + width * MODULE);
  for (const [, from, length] of path.matchAll(/M(\d+) 0h(\d+)/g)) {
    const start = left + Number(from) * MODULE;
    row.fill(BLACK, start, start + Number(length) * MODULE);
  }
  const frame = Buffer.alloc(WIDTH * HEIGHT, GREY);
  const top = (HEIGHT - LABEL_HEIGHT) / 2;
  for (let y = top; y < top + LABEL_HEIGHT; y++) row.copy(frame, y * WIDTH);
  return frame;
}

/** Writes the film and returns its path. */
export function filmBarcode(): string {
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\nFRAME\n`);
  const withoutColour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const folder = join(import.meta.dirname, '..', '..', '.cache', 'e2e');
  mkdirSync(folder, { recursive: true });
  const film = join(folder, 'camera.y4m');
  writeFileSync(film, Buffer.concat([header, drawFrame(), withoutColour]));
  return film;
}
