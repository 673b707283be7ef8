/**
 * /checkout/result: an order received, unpaid, failed or canceled (docs/spec.md §2 "Checkout sections"). Survives a
 * reload: the URL has the order's number and its access token (docs/readings.md#26).
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { Order } from '@shop/contract/orders';
import { isCash } from '@shop/core/cart/totals';
import {
  checkoutResultPath,
  completeOrderPath,
  homePath,
  orderPath,
  trackedOrderPath,
  trackOrderPath,
} from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTokenScope } from '../api/tokens.ts';
import searchingSack from '../art/sack-searching.svg?no-inline';
import stitchedSack from '../art/sack-stitched.svg?no-inline';
import { lazyHydrated, lazyWithRetry } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { saveOrderToComplete } from '../identity/sign-up/order-to-complete.ts';
import { Head } from '../layout/Head.tsx';
import { LangLink } from '../links.tsx';
import { useBranch } from '../mini-program/branch.ts';
import { appPlatform } from '../native/shell.ts';
import { CopyNumber } from '../orders/CopyNumber.tsx';
import { OrderNotFound } from '../orders/OrderNotFound.tsx';
import { orderQuery, ownOrderQuery } from '../orders/order-queries.ts';
import { useOrder } from '../orders/use-order.ts';
import { useSlotText } from '../orders/use-slot-text.ts';
import { trackPurchase } from '../tracking/tracking.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { restoreCheckout } from './checkout-store.ts';
import { notePlacedResult } from './placed-order.ts';

const FAILED_ORDER_SKELETON = <Skeleton className="h-96 rounded-xl" />;
const CanceledResult = lazyHydrated(
  () => import('./FailedOrder.tsx').then((file) => file.CanceledResult),
  FAILED_ORDER_SKELETON,
);
const FailedResult = lazyHydrated(
  () => import('./FailedOrder.tsx').then((file) => file.FailedResult),
  FAILED_ORDER_SKELETON,
);
const UnpaidResult = lazyHydrated(
  () => import('./FailedOrder.tsx').then((file) => file.UnpaidResult),
  FAILED_ORDER_SKELETON,
);

const OrderLines = lazyHydrated(() => import('./OrderLines.tsx').then((file) => file.OrderLines));
const EarnsNote = lazyHydrated(() => import('../loyalty/tiers/EarnsNote.tsx').then((file) => file.EarnsNote));

// Loaded inside the app only.
const PushOffer = lazyWithRetry(() => import('../native/PushOffer.tsx').then((file) => file.PushOffer));

/** Returns whether the order belongs to the signed-in customer; false until the request succeeds. */
function useIsOwnOrder({ id }: Order): boolean {
  const scope = useTokenScope();
  const { isSuccess } = useQuery({ ...ownOrderQuery(useLang(), scope, id), enabled: scope !== 'guest', retry: false });
  return isSuccess;
}

function ReceivedOrder({ order, token }: { order: Order; token: string }) {
  const t = useT();
  const isPaidOnline = order.payment_status === 'paid' && !isCash(order.payment_method);
  const amount = formatMoney(order.grand_total);
  // A cash order was already reported when it was placed.
  useEffect(() => {
    if (isPaidOnline) trackPurchase(order);
  }, [order, isPaidOnline]);
  const inApp = useHydrated() && appPlatform() !== null;
  const slot = useSlotText(order.delivery);
  const isOwnOrder = useIsOwnOrder(order);
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 text-center">
      <img src={stitchedSack} alt="" width={176} height={176} className="size-44 animate-bump" />
      <h1 className="text-2xl">{t('checkout.received_title')}</h1>
      <p className="text-ink-2">{t('checkout.received_text', { email: order.shipping_address.email ?? '' })}</p>
      <div className="stitch w-full" aria-hidden />
      <CopyNumber label={t('orders.number')} number={order.order_number} />
      <dl className="grid w-full gap-2 rounded-xl border border-line bg-surface p-5 text-start">
        {slot !== null && <LabeledValue label={t('checkout.arrives')} value={slot} />}
        {isPaidOnline ? (
          <LabeledValue
            label={t('checkout.paid')}
            value={t('checkout.paid_with', { amount, method: order.payment_method_name })}
          />
        ) : (
          <LabeledValue
            label={isCash(order.payment_method) ? t('checkout.pay_cash') : t('cart.total')}
            value={amount}
          />
        )}
        <LabeledValue label={t('checkout.delivery_address')} value={order.shipping_address.formatted_address} />
      </dl>
      <section className="grid w-full gap-3 rounded-xl border border-line bg-surface p-5 text-start">
        <h2 className="text-md">{t('checkout.items')}</h2>
        <OrderLines lines={order.items} />
        <EarnsNote points={order.points_to_earn} />
      </section>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <LangLink
          to={isOwnOrder ? orderPath(order) : trackedOrderPath({ order_number: order.order_number, token })}
          className={buttonClass()}
        >
          {t('checkout.track')}
        </LangLink>
        <LangLink to={homePath()} className={buttonClass('secondary')}>
          {t('checkout.continue_shopping')}
        </LangLink>
      </div>
      <AccountOffer order={order} token={token} />
      {inApp && (
        <Suspense>
          <PushOffer />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Lets a guest create an account by adding a password (docs/spec.md §2 "order completion", docs/ux.md#rule-26). Inside
 * a mini-program accounts come from its app.
 */
function AccountOffer({ order, token }: { order: Order; token: string }) {
  const t = useT();
  const isHydrated = useHydrated();
  const signedIn = useTokenScope() !== 'guest';
  const inBrowser = useBranch() === null;
  if (!isHydrated || signedIn || !inBrowser) return null;
  return (
    <div className="mt-2 grid w-full gap-3 rounded-xl border border-line bg-pandan-50 p-5 text-start sm:grid-cols-[1fr_auto] sm:items-center">
      <p>
        <span className="block font-bold">{t('checkout.account_title')}</span>
        <span className="text-sm text-ink-2">{t('checkout.account_text')}</span>
      </p>
      <LangLink
        to={completeOrderPath()}
        className={buttonClass('secondary')}
        onClick={() => {
          const { email, recipient } = order.shipping_address;
          saveOrderToComplete({ order_number: order.order_number, token, email: email ?? '', name: recipient ?? '' });
        }}
      >
        {t('checkout.account_create')}
      </LangLink>
    </div>
  );
}

function LabeledValue({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd dir="auto" className="font-semibold tabular-nums">
        {value}
      </dd>
    </div>
  );
}

/** Shown in place of a result if the URL names no order: offers to find one. */
function NoOrder() {
  const t = useT();
  return (
    <EmptyState
      art={searchingSack}
      level={1}
      title={t('checkout.no_order_title')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LangLink to={trackOrderPath()} className={buttonClass()}>
            {t('checkout.find_order')}
          </LangLink>
          <LangLink to={homePath()} className={buttonClass('secondary')}>
            {t('checkout.continue_shopping')}
          </LangLink>
        </span>
      }
    >
      {t('checkout.no_order_text')}
    </EmptyState>
  );
}

function OrderResult({ order_number, token }: { order_number: string; token: string }) {
  const t = useT();
  const { order, error, refetch } = useOrder(orderQuery(useLang(), order_number, token));
  if (order !== undefined) {
    if (order.status === 'canceled') return <CanceledResult order={order} token={token} />;
    if (awaitsPayment(order)) return <UnpaidResult order={order} token={token} />;
    if (order.payment_status === 'failed') return <FailedResult reason={t('checkout.failed_payment')} />;
    return <ReceivedOrder order={order} token={token} />;
  }
  if (error instanceof ApiError && error.status === 404) {
    return <OrderNotFound message={error.message} action={t('checkout.find_order')} />;
  }
  if (error !== null) {
    return (
      <div className="mx-auto grid max-w-xl gap-4">
        <CopyNumber label={t('orders.number')} number={order_number} />
        <ErrorBlock message={error.message} onRetry={refetch} />
      </div>
    );
  }
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4" aria-hidden>
      <Skeleton className="size-44 rounded-2xl" />
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-4 w-72" />
      <Skeleton className="h-32 w-full rounded-xl" />
    </div>
  );
}

export function Component() {
  const t = useT();
  const [params] = useSearchParams();
  const order_number = params.get('order_number');
  const token = params.get('token');
  const isOrder = order_number !== null && token !== null;
  const { key } = useLocation();
  // Clears the finished checkout (docs/spec.md §4 "Clearing checkout").
  useEffect(() => void restoreCheckout(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each history entry
  useEffect(() => {
    if (order_number !== null && token !== null) notePlacedResult(checkoutResultPath({ order_number, token }));
  }, [order_number, token, key]);
  return (
    <div className="page-width py-8">
      <Head
        title={isOrder ? t('orders.order_title', { number: order_number }) : t('checkout.no_order_title')}
        noIndex
      />
      {isOrder ? <OrderResult order_number={order_number} token={token} /> : <NoOrder />}
    </div>
  );
}
