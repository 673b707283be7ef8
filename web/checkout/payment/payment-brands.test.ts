import { expect, test } from 'vitest';
import { listPaymentBrands, PAYMENT_BRANDS } from './payment-brands.ts';

const method = (name: string, note = '', channels: string[] = []) => ({
  name,
  note,
  channels: channels.map((each, index) => ({ id: String(index), name: each })),
});

test.each([
  [method('Credit or debit card', 'Visa or Mastercard. We never save card details.'), ['Visa', 'Mastercard']],
  [method('网上银行（FPX）', '', ['任何银行（FPX）', 'Maybank2u', 'RHB Now']), ['FPX', 'Maybank', 'RHB']],
  [method('E-wallet or DuitNow QR', '', ["Touch 'n Go eWallet", 'Boost']), ['DuitNow', 'Touch ’n Go', 'Boost']],
  [method('Cash on delivery', 'Pay the driver in cash.'), []],
])('%j shows the brands that it names, no others', (paymentMethod, names) => {
  expect(listPaymentBrands(paymentMethod).map(({ name }) => name)).toEqual(names);
});

/** Computes the relative luminance of `#rrggbb` (WCAG 2.2). */
function computeLuminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each(PAYMENT_BRANDS.map(({ name, look }) => [name, look]))('%s is readable', (_, look = '') => {
  const [ground = '', ink = '#ffffff'] = look.match(/#[0-9a-f]{6}/g) ?? [];
  const [light = 0, dark = 0] = [computeLuminance(ground), computeLuminance(ink)].sort((a, b) => b - a);
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
});
