/** Shows the member's last order in the help centre, with a link to the contact form about it. */
import { orderHelpPath } from '@shop/core/links/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { OrderCard, OrderCardSkeleton } from '../orders/OrderCard.tsx';
import { ordersPages } from '../orders/order-queries.ts';
import { buttonClass } from '../ui/Button.tsx';

/** Renders nothing without an order. */
export function LastOrderHelp() {
  const t = useT();
  const { data, isError } = useInfiniteQuery(ordersPages(useLang(), useTokenScope()));
  const order = data?.pages[0]?.data[0];
  if (isError || (data !== undefined && order === undefined)) return null;
  return (
    <section aria-labelledby="last-order-help" className="grid gap-3">
      <h2 id="last-order-help" className="text-lg">
        {t('account.last_order_help')}
      </h2>
      {order === undefined ? (
        <OrderCardSkeleton />
      ) : (
        <OrderCard
          order={order}
          level={3}
          action={
            <LangLink to={orderHelpPath(order)} className={`${buttonClass('secondary', 'compact')} relative sm:w-fit`}>
              {t('orders.help')}
            </LangLink>
          }
        />
      )}
    </section>
  );
}
