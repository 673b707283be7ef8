/** Draws QR codes and Code 128 barcodes as paths of an SVG: one unit per module. */
import JsBarcode from 'jsbarcode';
import { encode } from 'uqr';

export type CodePath = { width: number; height: number; path: string };

/** Joins neighbouring dark modules of a row to one rectangle. */
function rowPath(dark: readonly boolean[], y: number): string {
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

export function qrPath(text: string): CodePath {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { width: size, height: size, path: data.map(rowPath).join('') };
}

/** Modules that stay light on both sides of a barcode. */
const BARCODE_QUIET = Array.from<boolean>({ length: 10 }).fill(false);

/** The bars are one unit high: the picture stretches them. */
export function barcodePath(text: string): CodePath {
  const target: { encodings?: { data: string }[] } = {};
  JsBarcode(target, text, { format: 'CODE128' });
  const bars = (target.encodings ?? []).flatMap(({ data }) => [...data].map((bit) => bit === '1'));
  const row = [...BARCODE_QUIET, ...bars, ...BARCODE_QUIET];
  return { width: row.length, height: 1, path: rowPath(row, 0) };
}
