import type { SeedPaymentMethod } from './types.ts';

/**
 * Ways to pay in the order Malaysians expect (docs/ux.md#rule-33); only cash on delivery is on until the gateway
 * arrives.
 */
export const paymentMethods: SeedPaymentMethod[] = [
  {
    code: 'fpx',
    name: { en: 'Online banking (FPX)', zh: '网上银行（FPX）' },
    note: { en: 'You approve the payment in your bank’s app.', zh: '在您的银行应用程序内确认付款。' },
    gateway: 'ipay88',
    is_active: false,
    position: 1,
  },
  {
    code: 'ewallet',
    name: { en: 'E-wallet or DuitNow QR', zh: '电子钱包或DuitNow QR' },
    note: { en: 'Pay with the wallet on your phone.', zh: '用手机电子钱包付款。' },
    gateway: 'ipay88',
    is_active: false,
    position: 2,
  },
  {
    code: 'card',
    name: { en: 'Credit or debit card', zh: '信用卡或借记卡' },
    note: { en: 'We never save card details.', zh: '我们从不保存卡片资料。' },
    gateway: 'ipay88',
    is_active: false,
    position: 3,
  },
  {
    code: 'cod',
    name: { en: 'Cash on delivery', zh: '货到付款' },
    note: {
      en: 'Pay the rider in cash, to the nearest 5 sen. Small notes help.',
      zh: '以令吉现金付给送货员，金额四舍五入至5仙，请备小钞。',
    },
    gateway: null,
    is_active: true,
    position: 4,
  },
];
