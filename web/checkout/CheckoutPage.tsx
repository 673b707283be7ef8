/**
 * The checkout page: three steps, bound to `current_step` (docs/spec.md §2 "Checkout sections", docs/ux.md#rule-26 to
 * docs/ux.md#rule-33).
 */
import type { Cart } from '@shop/contract/cart';
import { decideFurthestStep, LAST_STEP } from '@shop/core/checkout/checkout-state';
import { formatPhone } from '@shop/core/identity/phone';
import { checkoutPath, homePath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTokenScope } from '../api/tokens.ts';
import { useFreshCart } from '../cart/use-fresh-cart.ts';
import { settingsQuery } from '../content/content-queries.ts';
import { lazyHydrated, useParts } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { openCart } from '../layout/layout-store.ts';
import { useGo, useGoBy } from '../links.tsx';
import { useBranch } from '../mini-program/branch.ts';
import { trackInitiateCheckout } from '../tracking/tracking.ts';
import { Button } from '../ui/Button.tsx';
import { useShopReached } from '../ui/connection.ts';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { useRefetchOnReturn } from '../ui/use-refetch-on-return.ts';
import { CheckoutHeader } from './CheckoutHeader.tsx';
import { checkoutActions, restoreCheckout, useCheckout } from './checkout-store.ts';
import { GuestChoice } from './GuestChoice.tsx';
import {
  countLeftoverSteps,
  findLeftoverResult,
  placedOrder,
  readHistoryIndex,
  type StepState,
} from './placed-order.ts';
import { StepCard } from './StepCard.tsx';
import { focusOnceShown } from './use-open-step.ts';

// Placeholder of a step, whose code loads when the step is reached.
const STEP_SKELETON = <Skeleton className="h-64 rounded-lg" />;
const AddressStep = lazyHydrated(
  () => import('./address/AddressStep.tsx').then((file) => file.AddressStep),
  STEP_SKELETON,
);
const AddressSummary = lazyHydrated(() => import('./address/AddressStep.tsx').then((file) => file.AddressSummary));
const DeliveryStep = lazyHydrated(
  () => import('./delivery/DeliveryStep.tsx').then((file) => file.DeliveryStep),
  STEP_SKELETON,
);
const DeliverySummary = lazyHydrated(() => import('./delivery/DeliveryStep.tsx').then((file) => file.DeliverySummary));
const PaymentStep = lazyHydrated(
  () => import('./payment/PaymentStep.tsx').then((file) => file.PaymentStep),
  STEP_SKELETON,
);
const UnansweredOrder = lazyHydrated(() => import('./payment/PaymentStep.tsx').then((file) => file.UnansweredOrder));
const TngContact = lazyHydrated(() => import('../mini-program/TngContact.tsx').then((file) => file.TngContact));
const CheckoutSummary = lazyHydrated(() => import('./CheckoutSummary.tsx').then((file) => file.CheckoutSummary));
const CheckoutSummaryBar = lazyHydrated(() => import('./CheckoutSummary.tsx').then((file) => file.CheckoutSummaryBar));

/**
 * Returns the open step and functions that change it. The history entry has the step, so that Back returns to the
 * previous one (docs/ux.md#rule-6), and each change pushes an entry. If the choices no longer allow an entry's step,
 * such as after an earlier checkout, the last step that they allow opens. `current_step` is for an entry without a
 * step.
 */
function useSteps() {
  const go = useGo();
  const { state: entry, key }: { state: StepState; key: string } = useLocation();
  const { state, attempt } = useCheckout();
  const furthestAllowed = attempt === null ? decideFurthestStep(state) : LAST_STEP;
  const current = Math.min(entry?.step ?? state.current_step, furthestAllowed);
  const entryState = useRef(entry);
  entryState.current = entry;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each step and history entry
  useEffect(() => {
    if (state.current_step !== current) checkoutActions.setStep(current);
    if (entryState.current?.step === current) return;
    const changed = { after: placedOrder.read(), ...entryState.current, step: current };
    go(checkoutPath(), { replace: true, state: changed, preventScrollReset: true });
  }, [current, key, go]);

  /** Changes the step, and pushes a history entry if it differs from the open step. */
  const move = (change: () => void): void => {
    change();
    const { current_step: step } = useCheckout.getState().state;
    if (step === current) return;
    go(checkoutPath(), { state: { step, after: placedOrder.read() }, preventScrollReset: true });
  };
  return {
    current,
    goToStep: (to: number) => move(() => checkoutActions.setStep(to)),
    goNext: () => move(checkoutActions.nextStep),
    goBack: () => move(checkoutActions.previousStep),
  };
}

function CheckoutSkeleton() {
  return (
    <div className="grid gap-4" aria-hidden>
      <Skeleton className="h-24 rounded-lg lg:hidden" />
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

/** Warns while the shop cannot be reached that the checkout needs a connection; keeps all entered data. */
function NeedsConnection() {
  const t = useT();
  const isReached = useShopReached();
  return (
    <div role="status">
      {!isReached && (
        <p className="mb-4 flex items-start gap-3 rounded-lg border-2 border-coin bg-kunyit-50 p-4 font-semibold">
          <Icon name="wifi-slash" className="mt-0.5 size-5 shrink-0" />
          {t('checkout.offline')}
        </p>
      )}
    </div>
  );
}

/** Drops a tip that was chosen before the shop took none: no step shows it, and the server refuses it. */
function useDropTip(): void {
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const takesNoTips = settings?.tips.every(({ tip }) => tip === 0) === true;
  const hasTip = useCheckout(({ state }) => (state.checkoutData.tip ?? 0) > 0);
  useEffect(() => {
    if (takesNoTips && hasTip) checkoutActions.setTip(0);
  }, [takesNoTips, hasTip]);
}

function CheckoutSteps({ cart }: { cart: Cart }) {
  const t = useT();
  const { state, draft } = useCheckout();
  useDropTip();
  const { current, goToStep, goNext, goBack } = useSteps();
  const [isGuestCheckout, setGuestCheckout] = useState(false);
  // The button that opened the form is gone.
  const beginAsGuest = () => {
    setGuestCheckout(true);
    focusOnceShown(1, '#shipping-recipient');
  };
  const signedIn = useTokenScope() !== 'guest';
  const inTng = useBranch() === 'tng';
  const showsAddress =
    signedIn || isGuestCheckout || draft !== null || state.shipping_address !== null || cart.shipping_address !== null;
  const stateOf = (step: number, done: boolean) => (step === current ? 'open' : done ? 'done' : 'ahead');
  const addressDone = state.shipping_address !== null && current > 1;
  const deliveryDone = addressDone && state.shipping_method !== null && current > 2;
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <StepCard
        number={1}
        title={t('checkout.step_address')}
        state={stateOf(1, addressDone)}
        summary={<AddressSummary state={state} cart={cart} />}
        onEdit={() => goToStep(1)}
      >
        {inTng && <TngContact />}
        {showsAddress || inTng ? (
          <AddressStep cart={cart} onDone={goNext} />
        ) : (
          <GuestChoice points={cart.point_info.earns} onGuest={beginAsGuest} />
        )}
      </StepCard>
      <StepCard
        number={2}
        title={t('checkout.step_delivery')}
        state={stateOf(2, deliveryDone)}
        summary={<DeliverySummary state={state} cart={cart} />}
        onEdit={() => goToStep(2)}
        onBack={goBack}
      >
        <DeliveryStep cart={cart} onDone={goNext} />
      </StepCard>
      <StepCard
        number={3}
        title={t('checkout.step_payment')}
        state={stateOf(3, false)}
        onEdit={() => goToStep(3)}
        onBack={goBack}
      >
        <PaymentStep cart={cart} />
      </StepCard>
    </div>
  );
}

/** Long enough to read while the home page loads. */
const LEAVING_TOAST_MS = 5_000;

export function Component() {
  const t = useT();
  const go = useGo();
  const { cart, isPending, isFetching, isError, retry } = useFreshCart();
  const { isRestored, attempt, state } = useCheckout();
  const location = useLocation();
  const goBy = useGoBy();
  useEffect(() => void restoreCheckout(), []);
  useParts();

  // A pending or placed order may have emptied the cart: do not show the empty checkout then.
  const isPlaced = state.current_order_id !== null;
  const isOrdering = attempt !== null || isPlaced;
  const hasSelection = cart?.items.some((line) => line.checkout && line.available) === true;
  const hasNothingToOrder = isRestored && !isOrdering && !isError && cart !== null && !hasSelection;
  // Another device may have added lines that the stored cart lacks.
  const isEmpty = hasNothingToOrder && cart.isEmpty && !isFetching;
  // Skips each left-over entry once: a second call of `countLeftoverSteps` for it would return the other direction.
  const leftoverIndex = useRef<number | null>(undefined);
  useEffect(() => {
    const result = findLeftoverResult(location.state);
    const index = readHistoryIndex();
    if (!hasNothingToOrder || result === null || leftoverIndex.current === index) return;
    leftoverIndex.current = index;
    const steps = countLeftoverSteps();
    return steps === null ? go(result, { replace: true }) : goBy(steps);
  }, [hasNothingToOrder, location, goBy, go]);
  useEffect(() => {
    if (!isEmpty || findLeftoverResult(location.state) !== null) return;
    toast(t('checkout.empty'), { duration: LEAVING_TOAST_MS });
    go(homePath(), { replace: true });
  }, [isEmpty, location, go, t]);

  // Back from the gateway may restore the page from the browser's cache, as it was while the order was placed.
  const showPlaced = useCallback(() => {
    const result = placedOrder.read();
    if (useCheckout.getState().state.current_order_id !== null && result !== null) go(result, { replace: true });
  }, [go]);
  useRefetchOnReturn(showPlaced);

  useEffect(() => {
    if (cart !== null && hasSelection && !isOrdering) trackInitiateCheckout(cart);
  }, [cart, hasSelection, isOrdering]);
  return (
    <>
      <Head title={t('checkout.title')} noIndex />
      <CheckoutHeader />
      <div className="page-width max-w-[70rem] py-6">
        <NeedsJavaScript />
        <NeedsConnection />
        {isError && cart === null && <ErrorBlock onRetry={retry} />}
        {(isPending || !isRestored || (isPlaced && !hasSelection) || (isFetching && cart?.isEmpty)) && (
          <CheckoutSkeleton />
        )}
        {cart !== null && isRestored && hasSelection && (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[7fr_5fr] lg:gap-8">
            <CheckoutSummaryBar cart={cart} />
            <CheckoutSteps cart={cart} />
            <CheckoutSummary cart={cart} />
          </div>
        )}
        {cart !== null && isRestored && !hasSelection && attempt !== null && <UnansweredOrder />}
        {cart !== null && isRestored && !cart.isEmpty && !hasSelection && !isOrdering && (
          <EmptyState
            title={t('cart.nothing_selected')}
            action={<Button onClick={openCart}>{t('checkout.open_cart')}</Button>}
          />
        )}
      </div>
    </>
  );
}
