/** Shows a customer's orders that are still to be delivered, above the form that finds any order. */
import { OPEN_ORDER_STATUSES } from '@shop/core/orders/status';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { OrderCard } from '../OrderCard.tsx';
import { ordersPages } from '../order-queries.ts';

export function OpenOrders() {
  const t = useT();
  const { data } = useInfiniteQuery(ordersPages(useLang(), useTokenScope()));
  const orders = data?.pages.flatMap((page) => page.data) ?? [];
  const openOrders = orders.filter(({ status }) => OPEN_ORDER_STATUSES.includes(status));
  if (openOrders.length === 0) return null;
  return (
    <section aria-labelledby="open-orders" className="grid gap-3">
      <h2 id="open-orders" className="text-lg">
        {t('orders.open')}
      </h2>
      <ul className="grid gap-3">
        {openOrders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} level={3} />
          </li>
        ))}
      </ul>
      <h2 className="mt-3 text-lg">{t('orders.track_other')}</h2>
    </section>
  );
}
