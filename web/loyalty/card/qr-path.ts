/** Draws QR codes as paths of an SVG: one unit per module. */
import { encode } from 'uqr';

export type CodePath = { width: number; height: number; path: string };

/** Joins neighbouring dark modules of a row to one rectangle. */
export function drawRowPath(dark: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < dark.length; x++) {
    const start = x;
    while (dark[x] === true) x++;
    if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
  }
  return path;
}

/** Modules that stay light around a QR code, so that scanners find it. */
const QUIET_ZONE = 4;

export function drawQrPath(text: string): CodePath {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { width: size, height: size, path: data.map(drawRowPath).join('') };
}
