/**
 * Pays an attempt in the payment sheet of the app around the page (docs/partners.md#2). The sheet's result is only a
 * hint: once the server has the payment, the page opens the order's result, whatever the sheet reported.
 */
import type { Order } from '@shop/contract/orders';
import type { HostCall } from '@shop/contract/payments';
import { checkoutCallbackPath, checkoutResultPath } from '@shop/core/links/paths';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import searchingSack from '../art/sack-searching.svg?no-inline';
import tornSack from '../art/sack-torn.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink, useGo } from '../links.tsx';
import { orderQuery } from '../orders/order-queries.ts';
import { UnpaidActions } from '../orders/UnpaidActions.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { connectBridge } from './connect-bridge.ts';
import { createPaymentSheet, type SheetState } from './payment-sheet.ts';

export type AttemptToPay = { attempt: string; order_number: string; token: string };

/**
 * Interval at which the order is requested. A request may make the server enquire about the attempt, at growing
 * intervals.
 */
const POLL_MS = 5_000;

/**
 * Polls the order, because the app may have taken the payment without reporting it to this page. Opens the result page
 * once the order no longer awaits a payment.
 */
function useAwaitedOrder({ order_number, token }: AttemptToPay): Order | undefined {
  const go = useGo();
  const { data } = useQuery({ ...orderQuery(useLang(), order_number, token), refetchInterval: POLL_MS });
  const isClosed = data !== undefined && !awaitsPayment(data.order);
  const result = checkoutResultPath({ order_number, token });
  useEffect(() => {
    if (isClosed) go(result, { replace: true });
  }, [isClosed, go, result]);
  return data?.order;
}

function usePaymentSheet({ attempt, order_number, token }: AttemptToPay, call: HostCall) {
  const queries = useQueryClient();
  const lang = useLang();
  const go = useGo();
  const [state, setState] = useState<SheetState>('idle');
  const newest = useRef(call);
  newest.current = call;
  const [sheet] = useState(() =>
    createPaymentSheet({
      attempt,
      call: () => newest.current,
      connect: () => connectBridge(queries, lang),
      show: setState,
    }),
  );
  useEffect(() => {
    if (!sheet.wasOpened()) void sheet.open();
  }, [sheet]);
  const callback = checkoutCallbackPath({ attempt, failed: null, order_number, token });
  useEffect(() => {
    if (state === 'sent') go(callback, { replace: true });
  }, [state, go, callback]);
  return { state, open: () => void sheet.open() };
}

export function SheetPayment({ payment, call }: { payment: AttemptToPay; call: HostCall }) {
  const t = useT();
  const { state, open } = usePaymentSheet(payment, call);
  const order = useAwaitedOrder(payment);
  const orderLink = (
    <LangLink to={checkoutResultPath(payment)} className={buttonClass('secondary')}>
      {t('checkout.show_order')}
    </LangLink>
  );
  if (state === 'outside') {
    return (
      <EmptyState art={searchingSack} level={1} title={t('tng.outside_title')} action={orderLink}>
        <p role="status">{t('tng.outside')}</p>
      </EmptyState>
    );
  }
  if (state === 'idle' || state === 'open' || state === 'sent') {
    return (
      <EmptyState
        art={searchingSack}
        level={1}
        title={t(state === 'idle' ? 'checkout.pay_title' : 'tng.opening')}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Button onClick={open}>{t('tng.pay')}</Button>
            {orderLink}
          </span>
        }
      >
        <p role="status">{t(state === 'idle' ? 'tng.pay_text' : 'tng.opening_text')}</p>
      </EmptyState>
    );
  }
  // Not paid: offers to pay again, to pay cash, or to return the items to the cart. A failed attempt is closed, so
  // paying starts with the choice of a method; after any other outcome the app can still pay the same attempt.
  return (
    <EmptyState
      art={tornSack}
      level={1}
      title={t(`tng.${state}_title`)}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {order === undefined ? (
            <Skeleton className="h-12 w-40 rounded-md" />
          ) : (
            <UnpaidActions
              order={order}
              proof={{ token: payment.token }}
              onPay={state === 'failed' ? undefined : open}
            />
          )}
          {orderLink}
        </span>
      }
    >
      <p role="status">{t(`tng.${state}`)}</p>
    </EmptyState>
  );
}
