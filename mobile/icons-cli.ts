/** `npm run app:icons`: draws the icons and splash images of both projects. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { listIcons } from './icons.ts';

/** The side of a drawing in its own units; at 72 dpi librsvg draws a unit as a pixel. */
const SIDE_UNITS = 100;
const DPI = 72;

for (const { path, side, svg, isOpaque } of listIcons()) {
  const file = join(import.meta.dirname, path);
  mkdirSync(dirname(file), { recursive: true });
  const drawing = sharp(Buffer.from(svg), { density: (DPI * side) / SIDE_UNITS }).resize(side, side);
  // Apple refuses an icon with transparency.
  await (isOpaque ? drawing.removeAlpha() : drawing).png({ compressionLevel: 9 }).toFile(file);
}
process.stdout.write(`Drew ${listIcons().length} images\n`);
