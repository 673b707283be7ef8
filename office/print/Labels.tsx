import { isCash } from '@shop/core/cart/totals';
import { formatMoney } from '@shop/core/money';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { countDelivered, formatOrderSlot, recipient } from '../orders/order-text.ts';
import { barcodePath } from './barcode-path.ts';

/** 100 × 150 mm, one for each order: number, barcode, address and cash to collect. */
export function Labels({ orders }: { orders: readonly StaffOrderRecord[] }) {
  const t = useText();
  const lang = useLang();
  return orders.map((order) => {
    const { width, path } = barcodePath(order.order_number);
    const isUnpaid = order.payment_status === 'unpaid' && isCash(order.payment_method);
    return (
      <article className="label" key={order.id}>
        <p className="label-number">{order.order_number}</p>
        <svg
          className="label-code"
          viewBox={`0 0 ${width} 1`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('print.barcode', { number: order.order_number })}
        >
          <path d={path} />
        </svg>
        <p className="label-slot">{formatOrderSlot(order, lang)}</p>
        <address>
          <b>{recipient(order)}</b>
          <br />
          {order.shipping_address.formatted_address}
          <br />
          {order.shipping_address.contact_number}
        </address>
        {order.delivery.leave_at_door && <p>{t('order.leave_at_door')}</p>}
        {order.delivery.remarks !== null && <p className="label-note">{order.delivery.remarks}</p>}
        <p className="label-foot">
          <span>{t('orders.items', { count: countDelivered(order) })}</span>
          <b>{isUnpaid ? t('print.collect', { amount: formatMoney(order.grand_total) }) : t('payment.paid')}</b>
        </p>
      </article>
    );
  });
}
