import type { StockLevel } from '@shop/contract/staff/staff-today';
import type { Text } from '../i18n/text.ts';

export const describeStock = ({ quantity, usual_per_day }: StockLevel, t: Text): string =>
  quantity < 0 ? t('today.below', { quantity: `−${-quantity}` }) : t('today.left', { quantity, usual: usual_per_day });
