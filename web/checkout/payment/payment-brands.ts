/** The brands that a payment method names, each with the colours of its mark. */
import type { PaymentMethod } from '@shop/contract/payments';

export type PaymentBrand = {
  /** The mark's text. */
  name: string;
  /** Matches the brand in a method's texts, in any language. */
  pattern: RegExp;
  ground: string;
  ink: string;
};

const WHITE = '#ffffff';

/** Banks, cards and wallets of Malaysia, in the order of their marks. */
export const PAYMENT_BRANDS: readonly PaymentBrand[] = [
  { name: 'Visa', pattern: /\bvisa\b/i, ground: '#1a1f71', ink: WHITE },
  { name: 'Mastercard', pattern: /\bmastercard\b/i, ground: '#1f1f1f', ink: '#ff9f1c' },
  { name: 'FPX', pattern: /\bfpx\b/i, ground: '#0b4ea2', ink: WHITE },
  { name: 'DuitNow', pattern: /\bduitnow\b/i, ground: '#b81650', ink: WHITE },
  { name: 'Maybank', pattern: /\bmaybank/i, ground: '#ffc83d', ink: '#1a1a1a' },
  { name: 'CIMB', pattern: /\bcimb\b/i, ground: '#790008', ink: WHITE },
  { name: 'Public Bank', pattern: /\bpublic bank\b/i, ground: '#b70e2a', ink: WHITE },
  { name: 'RHB', pattern: /\brhb\b/i, ground: '#005a9c', ink: WHITE },
  { name: 'Hong Leong', pattern: /\bhong leong\b/i, ground: '#00367c', ink: WHITE },
  { name: 'Touch ’n Go', pattern: /\btouch ['’]n go\b/i, ground: '#0056b3', ink: WHITE },
  { name: 'GrabPay', pattern: /\bgrab(pay)?\b/i, ground: '#00702f', ink: WHITE },
  { name: 'Boost', pattern: /\bboost\b/i, ground: '#c4002a', ink: WHITE },
  { name: 'ShopeePay', pattern: /\bshopeepay\b/i, ground: '#b53419', ink: WHITE },
];

/** Lists the brands in a method's name, its note and its banks or wallets. */
export function paymentBrands({ name, note, channels }: Pick<PaymentMethod, 'name' | 'note' | 'channels'>) {
  const text = [name, note, ...channels.map((channel) => channel.name)].join('\n');
  return PAYMENT_BRANDS.filter(({ pattern }) => pattern.test(text));
}
