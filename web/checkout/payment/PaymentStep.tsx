/**
 * Renders step 3: payment method, review and "Place order" (docs/ux.md#rule-32, docs/ux.md#rule-33,
 * docs/ux.md#rule-40).
 */
import type { Cart } from '@shop/contract/cart';
import type { PaymentMethod } from '@shop/contract/payments';
import { isCash } from '@shop/core/cart/totals';
import { informationPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTokenScope } from '../../api/tokens.ts';
import { CartTotals } from '../../cart/drawer/CartTotals.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { TextWithElements } from '../../i18n/TextWithElements.tsx';
import { LangLink } from '../../links.tsx';
import { EarnsNote } from '../../loyalty/tiers/EarnsNote.tsx';
import { trackAddPaymentInfo } from '../../tracking/tracking.ts';
import { Button } from '../../ui/Button.tsx';
import { registerBar } from '../../ui/bars.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { RadioCard } from '../../ui/forms/RadioCard.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSaveCheckout } from '../checkout-queries.ts';
import { checkoutActions, useCheckout } from '../checkout-store.ts';
import { StepProblem } from '../delivery/DeliveryStep.tsx';
import { OrderLines } from '../OrderLines.tsx';
import { useOpenStep } from '../use-open-step.ts';
import { ChannelSelect } from './ChannelSelect.tsx';
import { CouponField } from './CouponField.tsx';
import { choosePaymentMethod } from './choose-payment-method.ts';
import { LoyaltySection } from './LoyaltySection.tsx';
import { MissingGoods } from './MissingGoods.tsx';
import { OrderProblem } from './OrderProblem.tsx';
import { PaymentMarks } from './PaymentMarks.tsx';
import { choosePaymentIcon } from './payment-icon.ts';
import { preferredPaymentQuery, usePaymentMethods } from './payment-queries.ts';
import { usePlaceOrder } from './use-place-order.ts';

/** Queries the customer's preferred payment method; a failed request does not block the checkout. */
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
  const { data, isPending, isError, refetch } = usePaymentMethods();
  const chosenMethod = useCheckout(({ state }) => state.payment_method);
  const leaveAtDoor = useCheckout(({ state }) => state.checkoutData.leave_at_door ?? false);
  const openStep = useOpenStep();
  const preference = usePreferredPayment();
  const save = useSaveCheckout();
  const methods = data?.data ?? [];
  const isPossible = (code: string) => !(leaveAtDoor && isCash(code));
  const storedMethod = cart.payment_method;
  const selectedCode = preference.isPending
    ? chosenMethod
    : choosePaymentMethod({
        available: methods.map(({ code }) => code).filter(isPossible),
        current: chosenMethod,
        saved: storedMethod,
        preference: preference.code,
      });

  // The server may not know a choice that was restored on this device.
  const lastSavedMethod = useRef(storedMethod);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once per choice, not per render
  useEffect(() => {
    if (selectedCode === null) {
      if (chosenMethod !== null) checkoutActions.choosePayment(null);
      return;
    }
    if (selectedCode !== chosenMethod) checkoutActions.choosePayment(selectedCode);
    if (selectedCode === lastSavedMethod.current) return;
    lastSavedMethod.current = selectedCode;
    void save({ payment_method: selectedCode }).then((result) => {
      if ('error' in result) lastSavedMethod.current = null;
      else trackAddPaymentInfo(result.cart, selectedCode);
    });
  }, [selectedCode]);

  if (isPending || preference.isPending) return <Skeleton className="h-16 rounded-lg" />;
  if (isError) return <ErrorBlock onRetry={() => void refetch()} />;
  if (methods.length === 0) return <StepProblem text={formatRefusal(refusal('checkout.no_payment_method'), lang)} />;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 text-md font-bold">{t('checkout.payment')}</legend>
      {missing && <StepProblem text={t('checkout.payment_missing')} />}
      {methods.map((method) => (
        <RadioCard
          key={method.id}
          name="payment_method"
          value={method.code}
          checked={selectedCode === method.code}
          disabled={!isPossible(method.code)}
          onChange={() => checkoutActions.choosePayment(method.code)}
          title={method.name}
          note={
            <>
              {method.note}
              <PaymentMarks method={method} />
            </>
          }
          end={<Icon name={choosePaymentIcon(method.code)} className="size-6 text-ink-2" />}
        >
          {selectedCode === method.code && hasDetails(method) && <MethodDetails method={method} cart={cart} />}
        </RadioCard>
      ))}
      {leaveAtDoor && methods.some(({ code }) => isCash(code)) && (
        <p className="text-sm text-ink-2">
          {t('checkout.cash_needs_person')}{' '}
          <Button kind="quiet" size="compact" className="px-0" onClick={() => openStep(2, '[role=switch]')}>
            {t('checkout.change_delivery')}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

const hasDetails = ({ code, channels }: PaymentMethod): boolean => isCash(code) || channels.length > 1;

/** Renders the details of the chosen method: its bank or wallet, or the cash to prepare. */
function MethodDetails({ method, cart }: { method: PaymentMethod; cart: Cart }) {
  const t = useT();
  const channel = useCheckout(({ state }) => state.checkoutData.payment_id ?? null);
  if (isCash(method.code)) {
    return <p className="text-sm">{t('checkout.cash_exact', { amount: formatMoney(cart.grand_total) })}</p>;
  }
  return (
    <ChannelSelect method={method} value={channel} onChange={(id) => checkoutActions.choosePayment(method.code, id)} />
  );
}

/** Offers a retry after a reload during a pending order whose cart is empty by now. */
export function UnansweredOrder() {
  const t = useT();
  const { place, busy, outcome, openDialog } = usePlaceOrder();
  return (
    <div className="mx-auto grid max-w-xl gap-4">
      <OrderProblem outcome={outcome} isUnanswered={outcome?.kind !== 'refused'} onSolve={openDialog} />
      <Button wide busy={busy} onClick={() => void place()}>
        {busy ? t('checkout.placing') : t('checkout.place_again')}
      </Button>
    </div>
  );
}

export function PaymentStep({ cart }: { cart: Cart }) {
  const t = useT();
  const { state, attempt, isSlotLost: needsSlot } = useCheckout();
  const { place, busy, outcome, openDialog } = usePlaceOrder();
  const openStep = useOpenStep();
  // The total is final only once the payment methods are loaded and the last choice is saved.
  const { isPending } = usePaymentMethods();
  const preference = usePreferredPayment();
  const isSettling = isPending || preference.isPending || state.checkout_loading;
  const [hasTried, setHasTried] = useState(false);
  const amount = formatMoney(cart.grand_total);
  const orderedLines = cart.items.filter((line) => line.checkout && line.available);
  const isUnanswered = outcome?.kind === 'unknown' || (attempt !== null && !busy && outcome === null);

  // Requires another slot first, because the server would refuse the order without one.
  const press = () => {
    setHasTried(true);
    if (needsSlot) return openStep(2, '[name=delivery_slot]');
    if (state.payment_method !== null) return void place();
    document.querySelector<HTMLInputElement>('[name=payment_method]:enabled')?.focus();
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <PaymentList cart={cart} missing={hasTried && state.payment_method === null} />
      <div id="coupon" className="grid grid-cols-1 gap-4">
        <CouponField cart={cart} />
        <LoyaltySection cart={cart} />
      </div>
      <section className="grid grid-cols-1 gap-2">
        <h3 className="text-md">{t('checkout.review', { count: orderedLines.length })}</h3>
        <OrderLines lines={orderedLines} />
      </section>
      <MissingGoods cart={cart} lines={orderedLines} />
      <CartTotals
        amounts={cart}
        notes={outcome?.kind === 'changed' ? outcome.response.changes : []}
        className="lg:hidden"
      />
      <div className="lg:hidden">
        <EarnsNote points={cart.point_info.earns} />
      </div>
      <div
        ref={registerBar}
        className="sticky bars-scroll:static bottom-0 -mx-4 -mb-5 grid grid-cols-1 gap-2 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+var(--safe-b))] sm:static sm:mx-0 sm:mb-0 sm:border-0 sm:p-0"
      >
        <OrderProblem outcome={outcome} isUnanswered={isUnanswered} onSolve={openDialog} />
        {needsSlot && outcome === null && <StepProblem text={t('checkout.slot_lost')} />}
        <p className="text-xs text-ink-2">
          <TermsSentence /> {t('checkout.price_final')}
        </p>
        <Button wide busy={busy || isSettling} onClick={press}>
          {busy
            ? t('checkout.placing')
            : needsSlot
              ? t('checkout.choose_slot')
              : outcome?.kind === 'changed'
                ? t('checkout.confirm', { amount })
                : isUnanswered
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

/** Links the terms in a new tab, so that the checkout stays open. */
function TermsSentence() {
  const t = useT();
  return (
    <TextWithElements
      text={(marks) => t('checkout.terms', marks)}
      elements={{
        terms: (
          <LangLink to={informationPath('terms')} target="_blank" className="underline underline-offset-2">
            {t('checkout.terms_name')}
          </LangLink>
        ),
      }}
    />
  );
}
