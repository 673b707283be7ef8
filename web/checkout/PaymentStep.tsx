/**
 * Renders step 3: payment method, review and "Place order" (docs/ux.md#rule-32, docs/ux.md#rule-33,
 * docs/ux.md#rule-40).
 */
import type { Cart, LineChange } from '@shop/contract/cart';
import { isCash } from '@shop/core/cart/totals';
import { formatMoney } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CartTotals } from '../cart/CartTotals.tsx';
import { ChangeNote } from '../cart/line-parts.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { useTokenScope } from '../tokens.ts';
import { Button } from '../ui/Button.tsx';
import { RadioCard } from '../ui/Checkbox.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CouponField } from './CouponField.tsx';
import { useSaveCheckout } from './checkout-queries.ts';
import { checkoutActions, useCheckout } from './checkout-store.ts';
import { chosenPayment } from './chosen-payment.ts';
import { Problem } from './DeliveryStep.tsx';
import { OrderLines } from './OrderLines.tsx';
import { paymentMethodsQuery, preferredPaymentQuery } from './payment-queries.ts';
import { usePlaceOrder } from './use-place-order.ts';

/** Queries the customer's preferred payment method; a failed request blocks nothing. */
function usePreferredPayment(): { code: string | null; isPending: boolean } {
  const scope = useTokenScope();
  const { data, isLoading } = useQuery({ ...preferredPaymentQuery(useLang(), scope), enabled: scope !== 'guest' });
  return { code: data?.payment_method?.code ?? null, isPending: isLoading };
}

/**
 * Lists the payment methods. Sends the choice to the server at once, because cash totals are rounded and the shown
 * total has to be exact.
 */
function PaymentList({ cart, missing }: { cart: Cart; missing: boolean }) {
  const t = useT();
  const lang = useLang();
  const { data, isPending, isError, refetch } = useQuery(paymentMethodsQuery(lang));
  const chosen = useCheckout(({ state }) => state.payment_method);
  const preferred = usePreferredPayment();
  const save = useSaveCheckout();
  const methods = data?.data ?? [];
  const known = cart.payment_method;
  const selected = preferred.isPending
    ? chosen
    : chosenPayment({ offered: methods.map(({ code }) => code), chosen, known, preferred: preferred.code });

  // The server may not have a choice that this device restored.
  const sent = useRef(known);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once per choice, not per render
  useEffect(() => {
    if (selected === null) return;
    if (selected !== chosen) checkoutActions.choosePayment(selected);
    if (selected === sent.current) return;
    sent.current = selected;
    void save({ payment_method: selected }).then((saved) => {
      if ('error' in saved) sent.current = null;
    });
  }, [selected]);

  if (isPending || preferred.isPending) return <Skeleton className="h-16 rounded-lg" />;
  if (isError) return <ErrorBlock onRetry={() => void refetch()} />;
  if (methods.length === 0) return <Problem text={refusalText(refusal('checkout.no_payment_method'), lang)} />;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-md font-bold">{t('checkout.payment')}</legend>
      {missing && <Problem text={t('checkout.payment_missing')} />}
      {methods.map((method) => (
        <RadioCard
          key={method.id}
          name="payment_method"
          value={method.code}
          checked={selected === method.code}
          onChange={() => checkoutActions.choosePayment(method.code)}
          title={method.name}
          note={method.note || undefined}
          end={<Icon name={isCash(method.code) ? 'money' : 'bank'} className="size-6 text-ink-2" />}
        >
          {isCash(method.code) && selected === method.code && (
            <p className="text-sm">{t('checkout.cash_exact', { amount: formatMoney(cart.grand_total) })}</p>
          )}
        </RadioCard>
      ))}
    </fieldset>
  );
}

/** Lists what changed since the shopper last saw the cart, line by line, to confirm again (docs/spec.md §8). */
function Changes({ changes }: { changes: readonly LineChange[] }) {
  const lang = useLang();
  return (
    <div role="alert" className="grid gap-2 rounded-md border-2 border-coin bg-surface p-4">
      <p className="font-bold">{refusalText(refusal('checkout.changed'), lang)}</p>
      {changes.map((change) => (
        <ChangeNote key={`${change.id}${change.variation_option_id}${change.field}`}>
          {change.name === undefined ? change.message : `${change.name}: ${change.message}`}
        </ChangeNote>
      ))}
    </div>
  );
}

function Unknown() {
  const t = useT();
  return (
    <div role="alert" className="grid gap-1 rounded-md border-2 border-info bg-info-50 p-4">
      <p className="font-bold">{t('checkout.unknown_title')}</p>
      <p className="text-sm">{t('checkout.unknown_text')}</p>
    </div>
  );
}

/** Offers a retry after a reload during a pending order whose cart is empty by now. */
export function UnansweredOrder() {
  const t = useT();
  const { place, busy, outcome } = usePlaceOrder();
  return (
    <div className="mx-auto grid max-w-xl gap-4">
      <Unknown />
      {outcome?.kind === 'refused' && <Problem text={outcome.error.message || t('checkout.refused')} />}
      <Button wide busy={busy} onClick={() => void place()}>
        {busy ? t('checkout.placing') : t('checkout.place_again')}
      </Button>
    </div>
  );
}

type PaymentStepProps = { cart: Cart; goToStep: (step: number) => void };

export function PaymentStep({ cart, goToStep }: PaymentStepProps) {
  const t = useT();
  const { state, attempt } = useCheckout();
  const { place, busy, outcome } = usePlaceOrder(goToStep);
  // The total is final only once the payment methods are loaded and the last choice is saved.
  const { isPending } = useQuery(paymentMethodsQuery(useLang()));
  const preferred = usePreferredPayment();
  const settling = isPending || preferred.isPending || state.checkout_loading;
  const [tried, setTried] = useState(false);
  const amount = formatMoney(cart.grand_total);
  const ordered = cart.items.filter((line) => line.checkout && line.available);
  const unknown = outcome?.kind === 'unknown' || (attempt !== null && !busy && outcome === null);

  const press = () => {
    setTried(true);
    if (state.payment_method !== null) void place();
  };
  return (
    <div className="grid gap-6">
      <PaymentList cart={cart} missing={tried && state.payment_method === null} />
      <CouponField />
      <section className="grid gap-2">
        <h3 className="text-md">{t('checkout.review', { count: ordered.length })}</h3>
        <OrderLines lines={ordered} />
      </section>
      <CartTotals amounts={cart} deliveryKnown={cart.delivery_fee_known} className="lg:hidden" />
      {outcome?.kind === 'changed' && <Changes changes={outcome.answer.changes} />}
      {outcome?.kind === 'refused' && <Problem text={outcome.error.message || t('checkout.refused')} />}
      {outcome?.kind === 'unsent' && <Problem text={t('cart.update_failed')} />}
      {unknown && <Unknown />}
      <div className="sticky bottom-0 -mx-4 grid gap-2 rounded-b-xl border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+var(--safe-b))] sm:static sm:mx-0 sm:border-0 sm:p-0">
        <p className="text-xs text-ink-2">
          {t('checkout.terms')} {t('checkout.price_final')}
        </p>
        <Button wide busy={busy || settling} onClick={press}>
          {busy
            ? t('checkout.placing')
            : outcome?.kind === 'changed'
              ? t('checkout.confirm', { amount })
              : unknown
                ? t('checkout.place_again')
                : t('checkout.place', { amount })}
        </Button>
        <span role="status" className="sr-only">
          {busy && t('checkout.placing')}
        </span>
      </div>
    </div>
  );
}
