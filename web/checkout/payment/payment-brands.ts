/** The brands that a payment method names, each with the colours of its mark. */
import type { PaymentMethod } from '@shop/contract/payments';

export type PaymentBrand = {
  /** The mark's text. */
  name: string;
  /** Matches the brand in a method's texts, in any language. */
  pattern: RegExp;
  /** Classes of its background and text colours. */
  look: string;
};

/** Banks, cards and wallets of Malaysia, in the order of their marks. */
export const PAYMENT_BRANDS: readonly PaymentBrand[] = [
  { name: 'Visa', pattern: /\bvisa\b/i, look: 'bg-[#1a1f71] text-white' },
  { name: 'Mastercard', pattern: /\bmastercard\b/i, look: 'bg-[#1f1f1f] text-[#ff9f1c]' },
  { name: 'FPX', pattern: /\bfpx\b/i, look: 'bg-[#0b4ea2] text-white' },
  { name: 'DuitNow', pattern: /\bduitnow\b/i, look: 'bg-[#b81650] text-white' },
  { name: 'Maybank', pattern: /\bmaybank/i, look: 'bg-[#ffc83d] text-[#1a1a1a]' },
  { name: 'CIMB', pattern: /\bcimb\b/i, look: 'bg-[#790008] text-white' },
  { name: 'Public Bank', pattern: /\bpublic bank\b/i, look: 'bg-[#b70e2a] text-white' },
  { name: 'RHB', pattern: /\brhb\b/i, look: 'bg-[#005a9c] text-white' },
  { name: 'Hong Leong', pattern: /\bhong leong\b/i, look: 'bg-[#00367c] text-white' },
  { name: 'Touch ’n Go', pattern: /\btouch ['’]n go\b/i, look: 'bg-[#0056b3] text-white' },
  { name: 'GrabPay', pattern: /\bgrab(pay)?\b/i, look: 'bg-[#00702f] text-white' },
  { name: 'Boost', pattern: /\bboost\b/i, look: 'bg-[#c4002a] text-white' },
  { name: 'ShopeePay', pattern: /\bshopeepay\b/i, look: 'bg-[#b53419] text-white' },
];

/** Lists the brands in a method's name, its note and its banks or wallets. */
export function listPaymentBrands({ name, note, channels }: Pick<PaymentMethod, 'name' | 'note' | 'channels'>) {
  const text = [name, note, ...channels.map((channel) => channel.name)].join('\n');
  return PAYMENT_BRANDS.filter(({ pattern }) => pattern.test(text));
}
