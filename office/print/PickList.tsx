import { formatDateTime } from '@shop/core/dates';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { formatOrderSlot } from '../orders/order-text.ts';

type Pick = {
  name: string;
  place: string;
  codes: string;
  quantity: number;
  orders: { number: string; quantity: number }[];
};

/** Sums the items of orders by product, in the order of their categories. */
function collectPicks(orders: readonly StaffOrderRecord[]): Pick[] {
  const picks = new Map<string, Pick>();
  for (const { order_number: number, items } of orders) {
    for (const item of items) {
      const key = `${item.id} ${item.variation_option_id}`;
      const pick = picks.get(key) ?? {
        name: item.variant === null ? item.name : `${item.name}, ${item.variant}`,
        place: item.category_path.join(' › '),
        codes: [item.sku, item.barcode].filter(Boolean).join(' · '),
        quantity: 0,
        orders: [],
      };
      pick.quantity += item.quantity;
      pick.orders.push({ number, quantity: item.quantity });
      picks.set(key, pick);
    }
  }
  return [...picks.values()].sort((one, other) =>
    `${one.place} ${one.name}`.localeCompare(`${other.place} ${other.name}`),
  );
}

/** One list for all orders, by category: products, quantities, and the orders that they are for. */
export function PickList({ orders }: { orders: readonly StaffOrderRecord[] }) {
  const t = useText();
  const lang = useLang();
  return (
    <article className="sheet">
      <p>
        {orders.map((order) => (
          <span className="pick-order" key={order.id}>
            <b>{order.order_number}</b> {formatOrderSlot(order, lang)}
          </span>
        ))}
      </p>
      <table>
        <thead>
          <tr>
            <th>
              <span className="hidden-text">{t('print.done')}</span>
            </th>
            <th>{t('print.quantity')}</th>
            <th>{t('print.item')}</th>
            <th>{t('print.place')}</th>
            <th>{t('print.for')}</th>
          </tr>
        </thead>
        <tbody>
          {collectPicks(orders).map((pick) => (
            <tr key={`${pick.name} ${pick.codes}`}>
              <td className="box" />
              <td className="big">{pick.quantity}</td>
              <td>
                <b>{pick.name}</b>
                <div className="small">{pick.codes}</div>
              </td>
              <td>{pick.place}</td>
              <td className="small">
                {pick.orders.map(({ number, quantity }) => `${quantity} × ${number}`).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">{formatDateTime(new Date(), lang)}</p>
    </article>
  );
}
