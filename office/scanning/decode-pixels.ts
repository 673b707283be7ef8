/**
 * Reads a barcode from pixels, for browsers without `BarcodeDetector`. A lazy chunk: it imports only the readers of
 * codes on groceries, by their files, because the library's entry would include all others
 * (docs/decisions/0033-scanning.md).
 */
import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer';
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader';
import MultiFormatUPCEANReader from '@zxing/library/esm/core/oned/MultiFormatUPCEANReader';
import type OneDReader from '@zxing/library/esm/core/oned/OneDReader';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource';

/** EAN-13, EAN-8, UPC-A and UPC-E, and Code 128 of the shop's own labels. */
const READERS: readonly OneDReader[] = [new MultiFormatUPCEANReader(), new Code128Reader()];

/** Pixels of a canvas: four bytes each, red first. */
export type Pixels = { data: Uint8ClampedArray<ArrayBufferLike>; width: number; height: number };

/** Reads a barcode with upright bars, tilted by a few degrees at most; null if there is none. */
export function decodePixels({ data, width, height }: Pixels): string | null {
  const colours = new Int32Array(data.buffer, data.byteOffset, width * height);
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(colours, width, height)));
  for (const reader of READERS) {
    try {
      return reader.decode(bitmap).getText();
    } catch {
      // The library throws if it finds no barcode.
    }
  }
  return null;
}
