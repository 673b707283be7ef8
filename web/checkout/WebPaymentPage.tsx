/**
 * /checkout/web-payment: posts the signed form to the payment gateway, redirects to it, or opens the payment sheet of
 * the app around the page. The shop's own app opens this page in the system browser, because gateways accept forms from
 * the shop's public host only (docs/partners.md#1.10).
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import { checkoutResultPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import searchingSack from '../art/sack-searching.svg?no-inline';
import tornSack from '../art/sack-torn.svg?no-inline';
import { lazyWithRetry } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink, useGo } from '../links.tsx';
import { useBranch } from '../mini-program/branch.ts';
import type { AttemptToPay } from '../mini-program/SheetPayment.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useRefetchOnReturn } from '../ui/use-refetch-on-return.ts';

/** After this time the page links to the order. */
const SLOW_AFTER_MS = 30_000;

const SheetPayment = lazyWithRetry(() => import('../mini-program/SheetPayment.tsx').then((file) => file.SheetPayment));

type FormToPost = NonNullable<ResponseOf<'payments.form'>['form']>;

/** Submits the gateway's form once, without a click; its button is for shoppers who come back to this page. */
function GatewayForm({ form }: { form: FormToPost }) {
  const t = useT();
  const formElement = useRef<HTMLFormElement>(null);
  useEffect(() => formElement.current?.submit(), []);
  return (
    <form ref={formElement} method="post" action={form.action} acceptCharset="UTF-8">
      {Object.entries(form.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{t('checkout.opening_go')}</Button>
    </form>
  );
}

/** Opens the gateway's address once, without a click; its link is for shoppers who come back to this page. */
function GatewayLink({ url }: { url: string }) {
  const t = useT();
  useEffect(() => window.location.assign(url), [url]);
  return (
    <a href={url} className={buttonClass('primary')}>
      {t('checkout.opening_go')}
    </a>
  );
}

function PaymentOpening({ attempt, order_number, token }: AttemptToPay) {
  const t = useT();
  const lang = useLang();
  const isHydrated = useHydrated();
  const inBrowser = useBranch() === null;
  const [isSlow, setIsSlow] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['payments.form', attempt],
    queryFn: ({ signal }) =>
      api('payments.form', { params: { reference: attempt }, body: { token }, query: langQuery(lang) }, { signal }),
    enabled: isHydrated,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useRefetchOnReturn(refetch);
  // A paid order has nothing to pay: shows it instead.
  const go = useGo();
  const resultPath = checkoutResultPath({ order_number, token });
  const isClosed = error instanceof ApiError && error.code === 'payment.closed';
  useEffect(() => {
    if (isClosed) go(resultPath, { replace: true });
  }, [isClosed, go, resultPath]);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const orderLink = (
    <LangLink to={resultPath} className={buttonClass('secondary')}>
      {t('checkout.show_order')}
    </LangLink>
  );
  if (error !== null && !isClosed) {
    const retryButton = (
      <Button onClick={() => void refetch()} key="retry">
        {t('checkout.place_again')}
      </Button>
    );
    return (
      <EmptyState
        art={tornSack}
        level={1}
        title={error.message || t('checkout.pay_failed')}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {retryButton}
            {orderLink}
          </span>
        }
      />
    );
  }
  if (data?.host_call != null && !isClosed) {
    return (
      <Suspense>
        <SheetPayment payment={{ attempt, order_number, token }} call={data.host_call} />
      </Suspense>
    );
  }
  return (
    <EmptyState
      art={searchingSack}
      level={1}
      title={t(inBrowser ? 'checkout.opening' : 'tng.opening')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {data?.form != null && !isClosed && <GatewayForm form={data.form} />}
          {data?.redirect != null && !isClosed && <GatewayLink url={data.redirect} />}
          {isSlow && orderLink}
        </span>
      }
    >
      <span role="status">
        {t(isSlow ? 'checkout.opening_slow' : inBrowser ? 'checkout.opening_text' : 'tng.opening_text')}
      </span>
    </EmptyState>
  );
}

export function Component() {
  const t = useT();
  const [params] = useSearchParams();
  const [attempt, order_number, token] = ['attempt', 'order_number', 'token'].map((name) => params.get(name));
  const isComplete = attempt && order_number && token;
  return (
    <div className="page-width py-8">
      <Head title={t('checkout.pay_title')} noIndex />
      {isComplete ? (
        <PaymentOpening attempt={attempt} order_number={order_number} token={token} />
      ) : (
        <EmptyState art={tornSack} level={1} title={t('checkout.pay_failed')} />
      )}
    </div>
  );
}
