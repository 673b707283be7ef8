import { isCash } from '@shop/core/cart/totals';
import { formatPhone } from '@shop/core/identity/phone';
import { formatMoney } from '@shop/core/money';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { useShopName } from '../layout/use-shop-name.ts';
import { computeCashToCollect, findRecipient, formatOrderSlot } from '../orders/order-text.ts';
import { listSlipRows } from './slip-rows.ts';

/** Packing slips on A4, one for each order: units in the bags, amounts, and the address. */
export function PackingSlips({ orders }: { orders: readonly StaffOrderRecord[] }) {
  const t = useText();
  const lang = useLang();
  const shop = useShopName();
  return orders.map((order) => {
    const isUnpaid = order.payment_status === 'unpaid' && isCash(order.payment_method);
    return (
      <article className="sheet" key={order.id}>
        <header className="slip-head">
          <div>
            <p className="display">{shop}</p>
            <h2>{t('print.order', { number: order.order_number })}</h2>
            <p>{formatOrderSlot(order, lang)}</p>
          </div>
          <address>
            <b>{findRecipient(order)}</b>
            <br />
            {order.shipping_address.formatted_address}
            <br />
            {formatPhone(order.shipping_address.contact_number ?? '')}
          </address>
        </header>
        {order.delivery.remarks !== null && <p>{t('order.remarks', { text: order.delivery.remarks })}</p>}
        <table>
          <thead>
            <tr>
              <th>{t('print.quantity')}</th>
              <th>{t('print.item')}</th>
              <th className="end">{t('print.price')}</th>
              <th className="end">{t('print.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {listSlipRows(order.items).map(({ key, quantity, name, ordered, replaces, amounts }) => (
              <tr key={key}>
                <td className="big">{quantity}</td>
                <td>
                  {name}
                  {ordered !== null && (
                    <div className="small">{t('order.delivered_of', { delivered: quantity, ordered })}</div>
                  )}
                  {replaces !== null && <div className="small">{t('print.replaces', { name: replaces })}</div>}
                </td>
                <td className="end">{amounts !== null && formatMoney(amounts.price)}</td>
                <td className="end">
                  {amounts !== null && formatMoney(amounts.total)}
                  {amounts !== null && amounts.undelivered > 0 && (
                    <div className="small">{t('order.discount', { amount: formatMoney(amounts.undelivered) })}</div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="slip-total">
          {isUnpaid
            ? t('print.collect', { amount: formatMoney(computeCashToCollect(order)) })
            : t('print.paid', { amount: formatMoney(order.delivered_total), method: order.payment_method_name })}
        </p>
      </article>
    );
  });
}
