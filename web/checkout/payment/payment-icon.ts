import type { iconNames } from '../../ui/icons/icon-names.ts';

const PAYMENT_ICONS: Readonly<Record<string, (typeof iconNames)[number]>> = {
  cod: 'money',
  ewallet: 'wallet',
  card: 'credit-card',
};

/** Returns the icon of a method's code: a wallet for Touch 'n Go, a bank for any other code without an entry. */
export const choosePaymentIcon = (code: string): (typeof iconNames)[number] =>
  PAYMENT_ICONS[code] ?? (code.includes('tng') ? 'wallet' : 'bank');
