/** Chooses the icon of a payment method by its code. */
import type { iconNames } from '../../ui/icons/icon-names.ts';

const ICONS: Readonly<Record<string, (typeof iconNames)[number]>> = {
  cod: 'money',
  ewallet: 'wallet',
  card: 'credit-card',
};

/** A bank for online banking and for methods that the shop has added. */
export const paymentIcon = (code: string): (typeof iconNames)[number] =>
  ICONS[code] ?? (code.includes('tng') ? 'wallet' : 'bank');
