/** Describes a change of an ordered item: what was missing, what replaced it, and how much less it costs. */
import type { TrackedOrder } from '@shop/contract/orders';
import { formatMoney } from '@shop/core/money';
import { useT } from '../i18n/MessagesProvider.tsx';

export function ChangedItem({ item }: { item: TrackedOrder['items'][number] }) {
  const t = useT();
  const { picked, quantity, quantity_delivered, replaced_by, undelivered } = item;
  if (picked === null || picked === 'found') return null;
  const count = t('orders.item_delivered', { quantity: quantity_delivered, ordered: quantity });
  const parts = [
    count,
    replaced_by !== null && t('orders.item_replaced', { count: replaced_by.quantity, name: replaced_by.name }),
    undelivered > 0 && formatMoney(-undelivered),
  ].filter((part) => part !== false);
  return <p className="text-xs font-semibold text-coin-ink tabular-nums">{parts.join(' · ')}</p>;
}
