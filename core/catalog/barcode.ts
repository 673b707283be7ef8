/** Barcodes of goods: EAN-8, UPC-A, EAN-13 and GTIN-14. */

const BARCODE_LENGTHS = new Set([8, 12, 13, 14]);
/** Digits of the shortest barcode. */
const MIN_LENGTH = 8;

/** Returns whether digits have the length of a barcode and the right check digit. */
export function isBarcode(digits: string): boolean {
  if (!/^\d+$/.test(digits) || !BARCODE_LENGTHS.has(digits.length)) return false;
  // Weights of 3 and 1 alternate from the right, the check digit having 1.
  const sum = [...digits].reduceRight((total, digit, index) => {
    return total + Number(digit) * ((digits.length - 1 - index) % 2 === 1 ? 3 : 1);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Lists the forms of a barcode with and without leading zeros: a UPC-A is an EAN-13 that begins with 0. Returns only
 * `code` for any other text.
 */
export function listBarcodeSpellings(code: string): string[] {
  if (!/^\d{8,14}$/.test(code)) return [code];
  const digits = code.replace(/^0+/, '');
  const padded = [...BARCODE_LENGTHS].map((length) => digits.padStart(length, '0'));
  return [...new Set([code, ...(digits.length < MIN_LENGTH ? [] : [digits]), ...padded])];
}
