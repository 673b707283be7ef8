/** Order details for the shopper: status, timeline, items, delivery, payment (docs/ux.md#rule-34). */
import type { Order, TrackedOrder } from '@shop/contract/orders';
import { formatOrderStatus, formatPaymentStatus, OPEN_ORDER_STATUSES } from '@shop/core/orders/status';
import type { ReactNode } from 'react';
import { CartTotals } from '../cart/CartTotals.tsx';
import { OrderLines } from '../checkout/OrderLines.tsx';
import { dateTimeText } from '../i18n/dates.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { CopyNumber } from './CopyNumber.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { useSlotText } from './use-slot-text.ts';

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

export function OrderDetails({ order }: { order: TrackedOrder | Order }) {
  const t = useT();
  const lang = useLang();
  const slot = useSlotText(order.delivery);
  const status = formatOrderStatus(order.status, lang);
  const comes = slot !== null && OPEN_ORDER_STATUSES.includes(order.status);
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h1 className="text-2xl break-keep">{comes ? t('orders.status_arrives', { status, when: slot }) : status}</h1>
        <CopyNumber label={t('orders.number')} number={order.order_number} />
        <p className="text-sm text-ink-3">{t('orders.placed', { when: dateTimeText(order.created_at, lang) })}</p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[5fr_7fr] lg:gap-6">
        <Card title={t('orders.timeline')}>
          <OrderTimeline order={order} />
        </Card>
        <div className="grid gap-4">
          <Card title={t('orders.items')}>
            <OrderLines lines={order.items} />
            <CartTotals amounts={order.totals} className="border-t border-line pt-3" />
          </Card>
          <Card title={t('orders.delivery')}>
            <p className="font-semibold">{order.delivery.method}</p>
            {slot !== null && <p>{comes ? t('orders.arrives', { when: slot }) : slot}</p>}
            {'shipping_address' in order && (
              <p dir="auto" className="text-ink-2">
                {order.shipping_address.recipient}
                <br />
                {order.shipping_address.formatted_address}
              </p>
            )}
            {order.delivery.leave_at_door && <p className="text-sm text-ink-2">{t('orders.leave_at_door')}</p>}
            {order.delivery.remarks && (
              <p dir="auto" className="text-sm text-ink-2">
                {order.delivery.remarks}
              </p>
            )}
          </Card>
          <Card title={t('orders.payment')}>
            <p>
              {order.payment_method_name} · {formatPaymentStatus(order.payment_status, lang)}
            </p>
          </Card>
        </div>
      </div>
    </div>
  );
}
