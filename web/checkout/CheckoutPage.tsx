/**
 * The checkout page: three steps, bound to `current_step` (docs/spec.md §2 "Checkout sections", docs/ux.md#rule-26 to
 * docs/ux.md#rule-33).
 */
import type { Cart } from '@shop/contract/cart';
import { formatPhone } from '@shop/core/identity/phone';
import { checkoutPath, homePath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useTokenScope } from '../api/tokens.ts';
import { useFreshCart } from '../cart/use-fresh-cart.ts';
import { settingsQuery } from '../content/content-queries.ts';
import { lazyHydrated } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { openCart } from '../layout/layout-store.ts';
import { useGo, useGoBack } from '../links.tsx';
import { trackInitiateCheckout } from '../tracking/tracking.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { CheckoutHeader } from './CheckoutHeader.tsx';
import { checkoutActions, restoreCheckout, useCheckout } from './checkout-store.ts';
import { GuestChoice } from './GuestChoice.tsx';
import { StepCard } from './StepCard.tsx';

// Each step's code loads when the step is reached.
const stepHeight = <Skeleton className="h-64 rounded-lg" />;
const AddressStep = lazyHydrated(
  () => import('./address/AddressStep.tsx').then((file) => file.AddressStep),
  stepHeight,
);
const AddressSummary = lazyHydrated(() => import('./address/AddressStep.tsx').then((file) => file.AddressSummary));
const DeliveryStep = lazyHydrated(
  () => import('./delivery/DeliveryStep.tsx').then((file) => file.DeliveryStep),
  stepHeight,
);
const DeliverySummary = lazyHydrated(() => import('./delivery/DeliveryStep.tsx').then((file) => file.DeliverySummary));
const PaymentStep = lazyHydrated(
  () => import('./payment/PaymentStep.tsx').then((file) => file.PaymentStep),
  stepHeight,
);
const UnansweredOrder = lazyHydrated(() => import('./payment/PaymentStep.tsx').then((file) => file.UnansweredOrder));
const CheckoutSummary = lazyHydrated(() => import('./CheckoutSummary.tsx').then((file) => file.CheckoutSummary));
const CheckoutSummaryBar = lazyHydrated(() => import('./CheckoutSummary.tsx').then((file) => file.CheckoutSummaryBar));

type StepState = { step?: number } | null;

/** Returns the last step that the state allows: a history entry may be from an earlier checkout. */
function furthestStep(): number {
  const { state, attempt } = useCheckout.getState();
  if (attempt !== null) return 3;
  if (state.shipping_address === null) return 1;
  return state.shipping_method === null ? 2 : 3;
}

/**
 * Returns the current step, which Back undoes (docs/ux.md#rule-6): each step forward pushes a history entry. The
 * restored step goes into the current entry.
 */
function useSteps() {
  const go = useGo();
  const location = useLocation();
  const { restored, state } = useCheckout();
  const inHistory: StepState = location.state;
  const step = inHistory?.step;
  const here = useRef(location.state);
  here.current = location.state;

  useEffect(() => {
    if (!restored) return;
    if (step === undefined) {
      const current = useCheckout.getState().state.current_step;
      go(checkoutPath(), { replace: true, state: { ...here.current, step: current }, preventScrollReset: true });
    } else {
      checkoutActions.setStep(Math.min(step, furthestStep()));
    }
  }, [restored, step, go]);

  return {
    current: state.current_step,
    goToStep(to: number) {
      if (to !== state.current_step) go(checkoutPath(), { state: { step: to }, preventScrollReset: true });
    },
  };
}

function CheckoutSkeleton() {
  return (
    <div className="grid gap-4" aria-hidden>
      <Skeleton className="h-12 rounded-lg lg:hidden" />
      <Skeleton className="h-80 rounded-xl" />
      <Skeleton className="h-14 rounded-xl" />
      <Skeleton className="h-14 rounded-xl" />
    </div>
  );
}

/** Explains what to do without JavaScript: the cart and the choices live in the browser. */
function NeedsJavaScript() {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  return (
    <noscript>
      <p className="mb-4 rounded-lg border-2 border-coin bg-kunyit-50 p-4 font-semibold">
        {t('checkout.needs_javascript')}
        {settings !== undefined && (
          <>
            {' '}
            {t('checkout.order_by_phone', { phone: formatPhone(settings.contact.phone), hours: settings.office_hours })}
          </>
        )}
      </p>
    </noscript>
  );
}

function Steps({ cart }: { cart: Cart }) {
  const t = useT();
  const { state, draft } = useCheckout();
  const { current, goToStep } = useSteps();
  // Preloads the next steps while the shopper fills in this one.
  useEffect(() => {
    void import('./delivery/DeliveryStep.tsx');
    void import('./payment/PaymentStep.tsx');
  }, []);
  const [asGuest, setAsGuest] = useState(false);
  const signedIn = useTokenScope() !== 'guest';
  const chosen =
    signedIn || asGuest || draft !== null || state.shipping_address !== null || cart.shipping_address !== null;
  const stateOf = (step: number, done: boolean) => (step === current ? 'open' : done ? 'done' : 'ahead');
  const addressDone = state.shipping_address !== null && current > 1;
  const deliveryDone = addressDone && state.shipping_method !== null && current > 2;
  return (
    <div className="grid content-start gap-4">
      <StepCard
        number={1}
        title={t('checkout.step_address')}
        state={stateOf(1, addressDone)}
        summary={<AddressSummary state={state} />}
        onEdit={() => goToStep(1)}
      >
        {chosen ? (
          <AddressStep cart={cart} takesFocus={asGuest} onDone={() => goToStep(2)} />
        ) : (
          <GuestChoice points={cart.point_info.earns} onGuest={() => setAsGuest(true)} />
        )}
      </StepCard>
      <StepCard
        number={2}
        title={t('checkout.step_delivery')}
        state={stateOf(2, deliveryDone)}
        summary={<DeliverySummary state={state} heldUntil={cart.slot_held_until} />}
        onEdit={() => goToStep(2)}
      >
        <DeliveryStep
          hasFrozenItems={cart.has_frozen_items}
          heldUntil={cart.slot_held_until}
          bagFee={cart.bag_fee}
          onDone={() => goToStep(3)}
        />
      </StepCard>
      <StepCard number={3} title={t('checkout.step_payment')} state={stateOf(3, false)} onEdit={() => goToStep(3)}>
        <PaymentStep cart={cart} />
      </StepCard>
    </div>
  );
}

export function Component() {
  const t = useT();
  const go = useGo();
  const { cart, isPending, isError, retry } = useFreshCart();
  const { restored, attempt, state, isAfterOrder } = useCheckout();
  const navigation = useNavigationType();
  const entry = useLocation().key;
  const goBack = useGoBack();
  useEffect(() => void restoreCheckout(), []);

  // A pending or placed order may have emptied the cart: do not show the empty checkout then.
  const placed = state.current_order_id !== null;
  const ordering = attempt !== null || placed;
  const empty = restored && !ordering && !isError && cart?.isEmpty === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry that Back reaches is left again
  useEffect(() => {
    if (!empty) return;
    // Back from a placed order skips the checkout's own history entries.
    if (isAfterOrder && navigation === 'POP' && window.history.state?.idx > 0) return goBack();
    if (!isAfterOrder) toast(t('checkout.empty'));
    go(homePath(), { replace: true });
  }, [empty, isAfterOrder, navigation, entry, goBack, go, t]);

  const selected = cart?.items.some((line) => line.checkout && line.available) === true;
  useEffect(() => {
    if (cart !== null && selected && !ordering) trackInitiateCheckout(cart);
  }, [cart, selected, ordering]);
  return (
    <>
      <Head title={t('checkout.title')} noIndex />
      <CheckoutHeader />
      <div className="page-width max-w-[70rem] py-6">
        <NeedsJavaScript />
        {isError && cart === null && <ErrorBlock onRetry={retry} />}
        {(isPending || !restored || (placed && !selected)) && <CheckoutSkeleton />}
        {cart !== null && restored && selected && (
          <div className="grid items-start gap-4 lg:grid-cols-[7fr_5fr] lg:gap-8">
            <CheckoutSummaryBar cart={cart} />
            <Steps cart={cart} />
            <CheckoutSummary cart={cart} />
          </div>
        )}
        {cart !== null && restored && !selected && attempt !== null && <UnansweredOrder />}
        {cart !== null && restored && !cart.isEmpty && !selected && !ordering && (
          <EmptyState
            title={t('cart.nothing_selected')}
            action={<Button onClick={openCart}>{t('checkout.open_cart')}</Button>}
          />
        )}
      </div>
    </>
  );
}
