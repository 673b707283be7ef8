/** Renders step 2: delivery method, slot, tip and driver instructions. */
import type { Cart } from '@shop/contract/cart';
import type { Shipping, Slot } from '@shop/contract/delivery';
import { isCash } from '@shop/core/cart/totals';
import type { CheckoutAddress, CheckoutState } from '@shop/core/checkout/checkout-state';
import { formatDay, formatDaySpan } from '@shop/core/dates';
import { formatMoney, senToText } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTokenScope } from '../../api/tokens.ts';
import { listUndeliverable, UndeliverableLines } from '../../cart/drawer/UndeliverableLines.tsx';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { RadioCard } from '../../ui/forms/RadioCard.tsx';
import { Switch } from '../../ui/forms/Switch.tsx';
import { TextArea } from '../../ui/forms/TextInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { shippingsQuery, useSaveCheckout } from '../checkout-queries.ts';
import { checkoutActions, useCheckout } from '../checkout-store.ts';
import { usePaymentMethods } from '../payment/payment-queries.ts';
import { isSlotOpen } from './delivery-days.ts';
import { SlotHold } from './SlotHold.tsx';
import { SlotPicker } from './SlotPicker.tsx';
import { TipPicker } from './TipPicker.tsx';

/** Maximum length of the driver instructions, in characters, as the API validates it. */
const MAX_REMARKS_LENGTH = 500;

/** Queries the delivery methods for an address and the current cart. */
function useShippings(address: CheckoutAddress | null) {
  const to = { zip: address?.zip ?? '', state_id: address?.state_id ?? '' };
  return useQuery({ ...shippingsQuery(useLang(), useTokenScope(), to), enabled: address !== null });
}

function formatMethodPrice(method: Shipping, free: string): string {
  return method.free ? free : formatMoney(method.fee);
}

/** Returns the chosen method, else the default one, so that its slots are visible at once. */
function pickMethod(methods: readonly Shipping[], id: string | null): Shipping | undefined {
  return methods.find((method) => method.id === id) ?? methods.find(({ is_default }) => is_default);
}

export function DeliveryStep({ cart, onDone }: { cart: Cart; onDone: () => void }) {
  const t = useT();
  const lang = useLang();
  const { state, isSlotLost } = useCheckout();
  const { data, isPending, isError, refetch } = useShippings(state.shipping_address);
  const { data: settings } = useQuery(settingsQuery(lang));
  const save = useSaveCheckout();
  const [isSlotMissing, setSlotMissing] = useState(false);
  const [problem, setProblem] = useState('');
  const { has_frozen_items, bag_fee } = cart;
  const isUndeliverable = listUndeliverable(cart).length > 0;

  const methods = data?.data ?? [];
  const method = pickMethod(methods, state.shipping_method);
  const slot = method?.slots.find(({ id }) => id === state.checkoutData.delivery_slot_id);
  const openSlot = slot !== undefined && isSlotOpen(slot) ? slot : undefined;

  // Ignores a chosen slot that is full by now or belongs to another method.
  const chosenId = state.checkoutData.delivery_slot_id ?? null;
  const lostSlotId = data !== undefined && openSlot === undefined ? chosenId : null;
  useEffect(() => {
    if (lostSlotId !== null) checkoutActions.loseSlot(lostSlotId);
  }, [lostSlotId]);

  const leaveAtDoor = state.checkoutData.leave_at_door ?? false;

  /** Chooses a method and shows the total with it immediately. */
  function chooseMethod({ id }: Shipping): void {
    checkoutActions.chooseMethod(id);
    checkoutActions.chooseSlot(null, null);
    void save({ shipping_method: id, delivery_slot_id: null }, { isPreview: true });
  }

  /** Chooses a slot, which may have its own fee. */
  function chooseSlot({ id }: Shipping, slot: Slot): void {
    checkoutActions.chooseMethod(id);
    checkoutActions.chooseSlot(slot.id, slot.starts_at.toString());
    void save({ shipping_method: id, delivery_slot_id: slot.id }, { isPreview: true });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state.checkout_loading) return;
    if (method === undefined) return;
    // Leads to the notice above the slots, which lists these goods and removes them from the order.
    if (isUndeliverable) return document.querySelector<HTMLElement>('#frozen-note button')?.focus();
    const lacksSlot = method.slots.length > 0 && openSlot === undefined;
    setSlotMissing(lacksSlot);
    setProblem('');
    if (lacksSlot) return document.querySelector<HTMLInputElement>('[name=delivery_slot]:enabled')?.focus();
    checkoutActions.chooseMethod(method.id);
    const result = await save({
      shipping_method: method.id,
      delivery_slot_id: openSlot?.id ?? null,
      shipping_remarks: state.shipping_remarks,
      leave_at_door: leaveAtDoor,
      // The server would refuse unattended delivery with a cash payment chosen before.
      ...(leaveAtDoor && (state.payment_method === null || isCash(state.payment_method)) && { payment_method: null }),
      tip: senToText(state.checkoutData.tip ?? 0),
    });
    if ('error' in result) setProblem(result.error.message);
    else onDone();
  }

  if (isPending) {
    return (
      <div className="grid gap-3" aria-hidden>
        <Skeleton className="h-16 rounded-lg" />
        <Skeleton className="h-10 w-2/3 rounded-pill" />
        <Skeleton className="h-40 rounded-lg" />
      </div>
    );
  }
  if (isError && data === undefined) return <ErrorBlock onRetry={() => void refetch()} />;
  if (methods.length === 0) return <p role="alert">{t('checkout.no_delivery')}</p>;
  return (
    <form noValidate className="grid grid-cols-1 gap-6" onSubmit={(event) => void submit(event)}>
      <fieldset className="grid min-w-0 grid-cols-1 gap-2">
        <legend className="mb-2 text-md font-bold">{t('checkout.method')}</legend>
        {methods.map((each) => (
          <RadioCard
            key={each.id}
            name="shipping_method"
            value={each.id}
            checked={each === method}
            onChange={() => chooseMethod(each)}
            title={each.name}
            note={each.description || undefined}
            aria-describedby={has_frozen_items ? 'frozen-note' : undefined}
            end={<span className="font-semibold tabular-nums">{formatMethodPrice(each, t('cart.free'))}</span>}
          />
        ))}
        <div id="frozen-note" role="status" className="empty:hidden">
          <UndeliverableLines cart={cart} />
          {has_frozen_items && method !== undefined && methods.some((each) => each.suits_frozen) && (
            <IconNote icon={method.suits_frozen ? 'info' : 'warning'}>
              {t(method.suits_frozen ? 'checkout.frozen' : 'checkout.frozen_warning', { method: method.name })}
            </IconNote>
          )}
        </div>
      </fieldset>
      {method !== undefined && method.slots.length > 0 && (
        <div className="grid grid-cols-1 gap-2">
          {isSlotLost ? (
            <StepProblem text={t('checkout.slot_lost')} />
          ) : (
            isSlotMissing && openSlot === undefined && <StepProblem text={t('checkout.slot_missing')} />
          )}
          <SlotPicker method={method} chosen={openSlot?.id ?? null} onChoose={(each) => chooseSlot(method, each)} />
          {openSlot !== undefined && (
            // Leaves room before the slot is held, so that the button below does not move while it is pressed.
            <div className="min-h-6">
              {openSlot.id === cart.delivery_slot_id && (
                <SlotHold until={cart.slot_held_until} onRenew={() => chooseSlot(method, openSlot)} />
              )}
            </div>
          )}
        </div>
      )}
      <div className="grid grid-cols-1 gap-3">
        <Field optional label={t('checkout.instructions')} hint={t('checkout.instructions_hint')}>
          <TextArea
            name="shipping_remarks"
            value={state.shipping_remarks ?? ''}
            maxLength={MAX_REMARKS_LENGTH}
            onChange={(event) => checkoutActions.setRemarks(event.target.value)}
          />
        </Field>
        <LeaveAtDoor />
      </div>
      <TipPicker tips={settings?.tips.map(({ tip }) => tip) ?? []} />
      {settings !== undefined && bag_fee > 0 && (
        <p className="flex items-start gap-2 text-sm text-ink-2">
          <Icon name="info" className="mt-0.5 size-4" />
          {t('checkout.bag_fee_note', { label: settings.bag_fee.label, amount: formatMoney(bag_fee) })}
        </p>
      )}
      {problem !== '' && <StepProblem text={problem} />}
      <Button type="submit" wide busy={state.checkout_loading} className="sm:w-fit sm:justify-self-end">
        {t('checkout.to_payment')}
      </Button>
    </form>
  );
}

function IconNote({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-kunyit-50 px-3 py-2.5 text-sm text-coin-ink">
      <Icon name={icon} className="mt-0.5 size-4" />
      {children}
    </p>
  );
}

/** Switches unattended delivery. Disabled in a shop that takes only cash, because cash is paid in person. */
function LeaveAtDoor() {
  const t = useT();
  const { data } = usePaymentMethods();
  const checked = useCheckout(({ state }) => state.checkoutData.leave_at_door ?? false);
  const needsPerson = data?.data.every(({ code }) => isCash(code)) === true;
  return (
    <>
      <Switch
        checked={checked}
        disabled={needsPerson && !checked}
        aria-describedby="leave-at-door-note"
        onChange={(event) => checkoutActions.setLeaveAtDoor(event.target.checked)}
      >
        {t('checkout.leave_at_door')}
      </Switch>
      <div id="leave-at-door-note" role="status" className="grid gap-2">
        {needsPerson && <p className="text-sm text-ink-2">{t('checkout.leave_at_door_never')}</p>}
        {checked && <IconNote icon="warning">{t('checkout.leave_at_door_risk')}</IconNote>}
        {checked && !needsPerson && <p className="text-sm text-ink-2">{t('checkout.leave_at_door_no_cash')}</p>}
      </div>
    </>
  );
}

/** Shows a problem of the step, next to the control that fixes it. */
export function StepProblem({ text }: { text: string }) {
  return (
    <p role="alert" className="flex items-start gap-1.5 text-sm font-semibold text-danger">
      <Icon name="warning-circle" className="mt-0.5 size-4" />
      {text}
    </p>
  );
}

/** Summarizes the chosen method, slot and instructions. */
export function DeliverySummary({ state, cart }: { state: CheckoutState; cart: Cart }) {
  const t = useT();
  const lang = useLang();
  const { data } = useShippings(state.shipping_address);
  const method = data?.data.find(({ id }) => id === state.shipping_method);
  const slot = method?.slots.find(({ id }) => id === state.checkoutData.delivery_slot_id);
  return (
    <>
      <p className="font-semibold text-ink">{method?.name}</p>
      {slot !== undefined && (
        <p>{formatDaySpan(formatDay(slot.starts_at, lang), slot.starts_at, slot.ends_at, lang)}</p>
      )}
      {slot !== undefined && slot.id === cart.delivery_slot_id && <SlotHold until={cart.slot_held_until} />}
      {state.checkoutData.leave_at_door && <p>{t('checkout.leave_at_door')}</p>}
      {state.shipping_remarks && (
        <p dir="auto" className="line-clamp-2">
          {state.shipping_remarks}
        </p>
      )}
    </>
  );
}
