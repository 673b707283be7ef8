/**
 * /checkout/callback: waits until the server has the result of a payment from the gateway, then opens the order's
 * result. Ignores the parameters that the browser brings, because they can be forged.
 */

import { checkoutResultPath, trackOrderPath } from '@shop/core/links/paths';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import searchingSack from '../art/sack-searching.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink, useGo } from '../links.tsx';
import { orderQuery } from '../orders/order-queries.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

const POLL_MS = 2_000;
/** After this time the page links to the order instead of showing that it waits. */
const SLOW_AFTER_MS = 30_000;
/** The longest wait for the server's result if the gateway's return reports a failure; then the result page opens. */
const FAILURE_WAIT_MS = 6_000;

function PaymentVerification({
  order_number,
  token,
  hasFailed,
}: {
  order_number: string;
  token: string;
  hasFailed: boolean;
}) {
  const t = useT();
  const go = useGo();
  const isHydrated = useHydrated();
  const [isSlow, setIsSlow] = useState(false);
  const { data, isFetchedAfterMount } = useQuery({
    ...orderQuery(useLang(), order_number, token),
    enabled: isHydrated,
    refetchInterval: POLL_MS,
  });
  const order = data?.order;
  // The cached order may show the failure of an earlier attempt.
  const hasFailedNow = isFetchedAfterMount && order?.payment_status === 'failed';
  const isSettled = order !== undefined && (!awaitsPayment(order) || hasFailedNow);
  const result = checkoutResultPath({ order_number, token });
  const isDone = isSettled || (isSlow && hasFailed);
  useEffect(() => {
    if (isDone) go(result, { replace: true });
  }, [isDone, go, result]);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), hasFailed ? FAILURE_WAIT_MS : SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hasFailed]);
  return (
    <EmptyState
      art={searchingSack}
      level={1}
      title={t('checkout.verifying')}
      action={
        isSlow && (
          <LangLink to={result} className={buttonClass()}>
            {t('checkout.show_order')}
          </LangLink>
        )
      }
    >
      <span role="status">{isSlow ? t('checkout.verifying_slow') : t('checkout.verifying_text')}</span>
    </EmptyState>
  );
}

export function Component() {
  const t = useT();
  const [params] = useSearchParams();
  const [order_number, token] = [params.get('order_number'), params.get('token')];
  return (
    <div className="page-width py-8">
      <Head title={t('checkout.verifying')} noIndex />
      {order_number !== null && token !== null ? (
        <PaymentVerification order_number={order_number} token={token} hasFailed={params.has('failed')} />
      ) : (
        <EmptyState
          art={searchingSack}
          level={1}
          title={t('checkout.no_order_title')}
          action={
            <LangLink to={trackOrderPath()} className={buttonClass()}>
              {t('checkout.find_order')}
            </LangLink>
          }
        >
          {t('checkout.verifying_lost')}
        </EmptyState>
      )}
    </div>
  );
}
