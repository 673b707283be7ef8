import { isCash } from '@shop/core/cart/totals';
import { formatPhone } from '@shop/core/identity/phone';
import { formatMoney } from '@shop/core/money';
import type { BagKind } from '@shop/core/orders/picking';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { computeCashToCollect, countDelivered, findRecipient, formatOrderSlot } from '../orders/order-text.ts';
import { drawBarcodePath } from './barcode-path.ts';
import { listBags } from './label-bags.ts';

/** Labels of 100 × 150 mm, one for each bag of each order: order, barcode, address, number of the bag, cash to collect. */
export function Labels({ orders }: { orders: readonly StaffOrderRecord[] }) {
  return orders.flatMap((order) => {
    const bags = listBags(order);
    return bags.map((kind, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: only its number tells a bag from others of its kind
      <Label key={`${order.id} ${index}`} order={order} kind={kind} bag={index + 1} bags={bags.length} />
    ));
  });
}

type LabelProps = { order: StaffOrderRecord; kind: BagKind | null; bag: number; bags: number };

function Label({ order, kind, bag, bags }: LabelProps) {
  const t = useText();
  const lang = useLang();
  const { width, path } = drawBarcodePath(order.order_number);
  const isUnpaid = order.payment_status === 'unpaid' && isCash(order.payment_method);
  return (
    <article className="label">
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
        <b>{findRecipient(order)}</b>
        <br />
        {order.shipping_address.formatted_address}
        <br />
        {formatPhone(order.shipping_address.contact_number ?? '')}
      </address>
      {order.delivery.leave_at_door && <p>{t('order.leave_at_door')}</p>}
      {order.delivery.remarks !== null && <p className="label-note">{order.delivery.remarks}</p>}
      <p className="label-foot">
        <span>
          {kind === null
            ? t('orders.items', { count: countDelivered(order) })
            : [t('print.bag', { bag, bags }), kind === 'ambient' ? '' : t(`print.bag_${kind}`)]
                .filter(Boolean)
                .join(' · ')}
        </span>
        <b>{isUnpaid ? t('print.collect', { amount: formatMoney(computeCashToCollect(order)) }) : t('payment.paid')}</b>
      </p>
    </article>
  );
}
