/** The picture of the browser's camera: a film of one frame, which Chromium repeats. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { barcodePath } from '../../office/print/barcode-path.ts';

/** The code that the camera sees: the SKU of the kaya that stories order, on a label of the shop. */
export const CODE_IN_VIEW = 'nyonya-pot-pandan-kaya';

const WIDTH = 1280;
const HEIGHT = 720;
/** Even, as the film's format wants. */
const LABEL = { width: 1000, height: 240 };

/** Writes the film and returns its path. */
export async function filmBarcode(): Promise<string> {
  const { width, path } = barcodePath(CODE_IN_VIEW);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${LABEL.width}" height="${LABEL.height}"
    viewBox="0 0 ${width} 1" preserveAspectRatio="none"><rect width="${width}" height="1" fill="#fff"/>
    <path d="${path}"/></svg>`;
  const side = (all: number, label: number) => (all - label) / 2;
  const brightness = await sharp(Buffer.from(svg))
    .resize(LABEL.width, LABEL.height, { fit: 'fill' })
    .flatten({ background: '#fff' })
    .extend({
      left: side(WIDTH, LABEL.width),
      right: side(WIDTH, LABEL.width),
      top: side(HEIGHT, LABEL.height),
      bottom: side(HEIGHT, LABEL.height),
      background: '#777',
    })
    .greyscale()
    .raw()
    .toBuffer();
  const withoutColour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\nFRAME\n`);
  const folder = join(import.meta.dirname, '..', '..', '.cache', 'e2e');
  mkdirSync(folder, { recursive: true });
  const film = join(folder, `camera-${process.pid}.y4m`);
  writeFileSync(film, Buffer.concat([header, brightness, withoutColour]));
  return film;
}
