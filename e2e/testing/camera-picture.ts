/** Films the picture of the browser's camera: one frame, which Chromium repeats. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawBarcodePath } from '../../office/print/barcode-path.ts';

/** The code that the camera sees: the SKU of the kaya that stories order, on a label of the shop. */
export const CODE_IN_VIEW = 'nyonya-pot-pandan-kaya';

const FRAME_WIDTH = 1280;
const FRAME_HEIGHT = 720;
/** Pixels of one module, the thinnest bar. */
const MODULE_PX = 3;
const LABEL_HEIGHT = 240;
const [GREY, WHITE, BLACK] = [119, 255, 0];

/** Draws the brightness of each pixel: a white label with black bars before a grey wall. */
function drawFrame(): Buffer {
  const { width, path } = drawBarcodePath(CODE_IN_VIEW);
  const row = Buffer.alloc(FRAME_WIDTH, GREY);
  const leftEdge = Math.floor((FRAME_WIDTH - width * MODULE_PX) / 2);
  row.fill(WHITE, leftEdge, leftEdge + width * MODULE_PX);
  for (const [, from, length] of path.matchAll(/M(\d+) 0h(\d+)/g)) {
    const start = leftEdge + Number(from) * MODULE_PX;
    row.fill(BLACK, start, start + Number(length) * MODULE_PX);
  }
  const frame = Buffer.alloc(FRAME_WIDTH * FRAME_HEIGHT, GREY);
  const top = (FRAME_HEIGHT - LABEL_HEIGHT) / 2;
  for (let y = top; y < top + LABEL_HEIGHT; y++) row.copy(frame, y * FRAME_WIDTH);
  return frame;
}

/** Writes the film and returns its path. */
export function filmBarcode(): string {
  const header = Buffer.from(`YUV4MPEG2 W${FRAME_WIDTH} H${FRAME_HEIGHT} F10:1 Ip A1:1 C420\nFRAME\n`);
  const withoutColour = Buffer.alloc((FRAME_WIDTH * FRAME_HEIGHT) / 2, 128);
  const folder = join(import.meta.dirname, '..', '..', '.cache', 'e2e');
  mkdirSync(folder, { recursive: true });
  const film = join(folder, 'camera.y4m');
  writeFileSync(film, Buffer.concat([header, drawFrame(), withoutColour]));
  return film;
}
