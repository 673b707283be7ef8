/** Checks barcodes of goods: EAN-8, UPC-A, EAN-13 and GTIN-14. */

const BARCODE_LENGTHS = new Set([8, 12, 13, 14]);

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
 * Returns how a barcode may be written, by the zeros that it begins with: a UPC-A is an EAN-13 that begins with 0.
 * Returns any other text as it is.
 */
export function listBarcodeSpellings(code: string): string[] {
  if (!/^\d{8,14}$/.test(code)) return [code];
  const digits = code.replace(/^0+/, '');
  return [...new Set([code, digits, ...[...BARCODE_LENGTHS].map((length) => digits.padStart(length, '0'))])];
}
