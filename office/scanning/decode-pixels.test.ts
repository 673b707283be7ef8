/** Tests the real decoder with pictures of barcodes. */
import JsBarcode from 'jsbarcode';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { decodePixels } from './decode-pixels.ts';

type BarcodeFormat = 'EAN13' | 'EAN8' | 'UPC' | 'CODE128';

/** Draws a barcode as a label of 240 × 100 units in a picture of 640 × 480. */
function drawLabel(code: string, format: BarcodeFormat): string {
  const target: { encodings?: { data: string }[] } = {};
  JsBarcode(target, code, { format, flat: true });
  const bits = (target.encodings ?? []).map(({ data }) => data).join('');
  const unit = 240 / bits.length;
  const bars = [...bits].map((bit, at) =>
    bit === '1' ? `<rect x="${200 + at * unit}" y="190" width="${unit}" height="100"/>` : '',
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="640" height="480" fill="#7a6a55"/><rect x="160" y="160" width="320" height="160" fill="#f4f0e6"/>
    ${bars.join('')}</svg>`;
}

async function photograph(svg: string, change: (picture: Sharp) => Sharp = (picture) => picture) {
  const png = await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer();
  const { data, info } = await change(sharp(png)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

test.each([
  ['EAN13', '9556001210159'],
  ['EAN8', '96385074'],
  ['UPC', '036000291452'],
  ['CODE128', 'NP-KAYA-250'],
] as const)('reads %s', async (format, code) => {
  expect(decodePixels(await photograph(drawLabel(code, format)))).toBe(code);
});

test.each([
  ['turned by 8 degrees', (picture: Sharp) => picture.rotate(8, { background: '#7a6a55' })],
  ['upside down', (picture: Sharp) => picture.rotate(180)],
  ['blurred', (picture: Sharp) => picture.blur(1.2)],
  ['in poor light', (picture: Sharp) => picture.linear(0.35, 20)],
  ['small', (picture: Sharp) => picture.resize(800)],
])('reads an EAN-13 that is %s', async (_, change) => {
  expect(decodePixels(await photograph(drawLabel('9556001210159', 'EAN13'), change))).toBe('9556001210159');
});

test('reads nothing from a picture without a barcode, nor from a torn one', async () => {
  const label = drawLabel('9556001210159', 'EAN13');
  expect(decodePixels(await photograph(label.replace(/<rect x="[^"]*" y="190"[^>]*>/g, '')))).toBeNull();
  expect(decodePixels(await photograph(label.replace(/<rect x="2[0-4][^"]*" y="190"[^>]*>/g, '')))).toBeNull();
});
