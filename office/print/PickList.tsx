import { formatDateTime } from '@shop/core/dates';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { formatOrderSlot } from '../orders/order-text.ts';
import { listPickRows } from './pick-rows.ts';

/** One list of the goods of all orders, by shelf or category, with units and order numbers. */
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
          {listPickRows(orders).map((row) => (
            <tr key={`${row.name} ${row.codes}`}>
              <td className="box" />
              <td className="big">{row.quantity}</td>
              <td>
                <b>{row.name}</b>
                <div className="small">{row.codes}</div>
              </td>
              <td>{row.place}</td>
              <td className="small">
                {row.orders.map(({ number, quantity }) => `${quantity} × ${number}`).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">{formatDateTime(new Date(), lang)}</p>
    </article>
  );
}
