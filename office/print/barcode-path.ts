/** Draws Code 128 barcodes as the path of an SVG: one unit for each module. */
import JsBarcode from 'jsbarcode';

/** Number of light modules on both sides of a barcode. */
const QUIET_MODULES = 10;

export function drawBarcodePath(text: string): { width: number; path: string } {
  const target: { encodings?: { data: string }[] } = {};
  JsBarcode(target, text, { format: 'CODE128' });
  const bits = (target.encodings ?? []).map(({ data }) => data).join('');
  const bars = [...bits.matchAll(/1+/g)].map(
    ({ index, 0: bar }) => `M${index + QUIET_MODULES} 0h${bar.length}v1h-${bar.length}z`,
  );
  return { width: bits.length + 2 * QUIET_MODULES, path: bars.join('') };
}
