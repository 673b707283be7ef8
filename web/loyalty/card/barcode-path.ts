/** Draws Code 128 barcodes as paths of an SVG: one unit per module. */
import JsBarcode from 'jsbarcode';
import { type CodePath, drawRowPath } from './qr-path.ts';

/** Modules that stay light on both sides of a barcode. */
const QUIET_BARS = Array.from<boolean>({ length: 10 }).fill(false);

/** Draws a barcode with bars one unit high: the picture stretches them. */
export function drawBarcodePath(text: string): CodePath {
  const target: { encodings?: { data: string }[] } = {};
  JsBarcode(target, text, { format: 'CODE128' });
  const bars = (target.encodings ?? []).flatMap(({ data }) => [...data].map((bit) => bit === '1'));
  const row = [...QUIET_BARS, ...bars, ...QUIET_BARS];
  return { width: row.length, height: 1, path: drawRowPath(row, 0) };
}
