/**
 * Renders step 1: contact, shipping address and billing address, guests first (docs/ux.md#rule-26 to
 * docs/ux.md#rule-31).
 */
import type { Address } from '@shop/contract/addresses';
import type { ApiError } from '@shop/contract/api/api-error';
import type { Cart } from '@shop/contract/cart';
import { checkAddress } from '@shop/core/addresses/completeness';
import type { CheckoutAddress, CheckoutState } from '@shop/core/checkout/checkout-state';
import { formatPhone } from '@shop/core/identity/phone';
import { formatRefusal } from '@shop/core/refusal-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AddressFields } from '../../addresses/AddressFields.tsx';
import {
  type AddressForm,
  EMPTY_ADDRESS_FORM,
  fillContact,
  isZip,
  normalizeZip,
  toAddressForm,
  toCheckoutAddress,
} from '../../addresses/address-form.ts';
import { addressBookQuery, type SavedAddressResponse, statesQuery } from '../../addresses/address-queries.ts';
import { isKnownZip, placeQuery } from '../../addresses/place-of-postcode.ts';
import { useAddressFields, usePlace } from '../../addresses/use-address-fields.ts';
import { useAddressText } from '../../addresses/use-address-text.ts';
import { useTokenScope } from '../../api/tokens.ts';
import { ChangeNote } from '../../cart/drawer/line-parts.tsx';
import { useDeliveryZip } from '../../delivery/use-delivery-zip.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useSession } from '../../identity/signed-in-customer.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { ErrorSummary } from '../../ui/forms/ErrorSummary.tsx';
import { useFormFields } from '../../ui/forms/use-form.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { useSaveCheckout } from '../checkout-queries.ts';
import type { AddressDraft } from '../checkout-storage.ts';
import { checkoutActions, useCheckout } from '../checkout-store.ts';
import { EDIT_SAVED_ID, SavedAddresses } from './SavedAddresses.tsx';
import { useSavedAddresses } from './use-saved-addresses.ts';

type ChosenAddresses = Pick<
  CheckoutState,
  'shipping_address' | 'billing_address' | 'ship_to_bill_address' | 'tng_user_info'
>;

/**
 * Returns the draft, or else a new one from the chosen address or the address in the server's cart. A new draft's empty
 * contact fields get the details from Touch 'n Go.
 */
function makeDraft(
  draft: AddressDraft | null,
  chosen: ChosenAddresses,
  cartAddress: CheckoutAddress | Address | null,
): AddressDraft {
  if (draft !== null) return draft;
  const form = toAddressForm(chosen.shipping_address ?? cartAddress);
  const shipping = chosen.tng_user_info === null ? form : fillContact(form, chosen.tng_user_info);
  return { shipping, billing: toAddressForm(chosen.billing_address), same: chosen.ship_to_bill_address };
}

/** Returns whether the shopper began to type an address; ignores name and contact, which the page fills in. */
const isStarted = ({ street_address, zip, city }: AddressForm): boolean => `${street_address}${zip}${city}` !== '';

const ADDRESS_NAMES = ['shipping', 'billing'] as const;
type AddressName = (typeof ADDRESS_NAMES)[number];

/** Returns the server's errors of one address by field name: `zip` for `shipping_address.zip`. */
function readAddressErrors(name: AddressName, { errors }: ApiError): ApiError['errors'] {
  const prefix = `${name}_address.`;
  const own = Object.entries(errors).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(own.map(([path, texts]) => [path.slice(prefix.length), texts]));
}

type AddressStepProps = {
  cart: Cart;
  onDone: () => void;
};

export function AddressStep({ cart, onDone }: AddressStepProps) {
  const t = useT();
  const lang = useLang();
  const { state, draft: storedDraft, isAddressLost } = useCheckout();
  const { data: states } = useQuery(statesQuery(lang));
  const save = useSaveCheckout();
  const { me } = useSession();
  const cartAddress =
    cart.shipping_address ?? (me && { recipient: me.name, email: me.email, contact_number: me.phone });
  const [attempt, setAttempt] = useState(0);

  const isTyping = storedDraft !== null && isStarted(storedDraft.shipping);
  const savedAddresses = useSavedAddresses({ lastId: state.shipping_address?.id, typing: isTyping });
  const draft = makeDraft(storedDraft, state, cartAddress);
  const shippingForm = savedAddresses.chosen === null ? draft.shipping : toAddressForm(savedAddresses.chosen);
  /** Prices delivery to a typed postcode immediately. Clears the cart's address, which the server would use instead. */
  const preview = async (zip: string) => {
    if (!isZip(zip) || !(await isKnownZip(zip))) return;
    await save({ zip, ...(cart.shipping_address !== null && { shipping_address: null }) }, { isPreview: true });
  };
  const isUnpriced =
    checkAddress(savedAddresses.chosen) === null && savedAddresses.chosen?.zip !== cart.destination?.zip;
  const unpricedId = isUnpriced ? savedAddresses.chosen?.id : undefined;
  useEffect(() => {
    if (unpricedId !== undefined) void save({ shipping_address: { id: unpricedId } }, { isPreview: true });
  }, [unpricedId, save]);
  /**
   * Reads the latest draft, because a postcode's city arrives after the postcode. Beside a saved address its shipping
   * fields are empty, so that a change of the billing address does not replace the saved one.
   */
  const latestDraft = (): AddressDraft => {
    const now = makeDraft(useCheckout.getState().draft, state, cartAddress);
    return savedAddresses.chosen === null ? now : { ...now, shipping: EMPTY_ADDRESS_FORM };
  };
  const change = (name: AddressName) => (part: Partial<AddressForm>) => {
    if (name === 'shipping' && part.zip !== undefined) void preview(normalizeZip(part.zip));
    const now = latestDraft();
    checkoutActions.setDraft({ ...now, [name]: { ...now[name], ...part } });
  };
  usePlace(shippingForm.zip);
  usePlace(draft.billing.zip);
  const options = { fields: useAddressFields(), shows: 'left', marksValid: true } as const;
  const shipping = useFormFields({ ...options, name: 'shipping', values: shippingForm, change: change('shipping') });
  const billing = useFormFields({ ...options, name: 'billing', values: draft.billing, change: change('billing') });
  // A saved address is edited in its own form.
  const shippingProblems =
    savedAddresses.chosen === null
      ? shipping.problems
      : shipping.problems.map((each) => ({ ...each, fieldId: EDIT_SAVED_ID }));
  const problems = [...shippingProblems, ...(draft.same ? [] : billing.problems)];
  // Fills in the postcode that a guest gave earlier, with its city and state. A customer has saved addresses instead.
  const isGuest = useTokenScope() === 'guest';
  const storedZip = useDeliveryZip();
  const queries = useQueryClient();
  const isBlank = isGuest && storedDraft === null && shippingForm.zip === '';
  const fill = useRef((_: Partial<AddressForm>) => {});
  fill.current = (part) => {
    const now = makeDraft(useCheckout.getState().draft, state, cartAddress);
    // A postcode typed in the meantime has priority.
    if (now.shipping.zip === '') checkoutActions.setDraft({ ...now, shipping: { ...now.shipping, ...part } });
  };
  useEffect(() => {
    if (!isBlank || storedZip === null) return;
    void queries.fetchQuery(placeQuery(storedZip)).then(
      (place) => place !== null && fill.current({ zip: storedZip, ...place }),
      // If this fails, the shopper types the address.
      () => {},
    );
  }, [isBlank, storedZip, queries]);
  /** Chooses a saved address; null starts a new one with the same name and contact (docs/ux.md#rule-31). */
  const choose = (address: SavedAddressResponse | null) => {
    if (address === null && savedAddresses.chosen !== null) {
      const { recipient, contact_number, email } = shippingForm;
      checkoutActions.setDraft({ ...draft, shipping: { ...EMPTY_ADDRESS_FORM, recipient, contact_number, email } });
      shipping.hide();
    }
    savedAddresses.choose(address);
  };

  /**
   * Sets whether the billing address is the shipping address; an empty one of its own starts with that name and
   * contact.
   */
  const setSame = (same: boolean) => {
    const { recipient, contact_number, email } = shippingForm;
    const empty = draft.billing.recipient === '' && draft.billing.street_address === '';
    const billing = same || !empty ? draft.billing : { ...draft.billing, recipient, contact_number, email };
    checkoutActions.setDraft({ ...latestDraft(), billing, same });
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state.checkout_loading) return;
    shipping.showAll();
    billing.showAll();
    if (!shipping.isValid || !(draft.same || billing.isValid)) return setAttempt(attempt + 1);
    const nameOf = (id: string) => states?.data.find((each) => each.id === id)?.name ?? null;
    const { chosen } = savedAddresses;
    const address = {
      ...toCheckoutAddress(shippingForm, nameOf(shippingForm.state_id)),
      ...(chosen !== null && { id: chosen.id }),
    };
    const otherBilling = draft.same ? null : toCheckoutAddress(draft.billing, nameOf(draft.billing.state_id));
    const saveAddresses = (shipTo: CheckoutAddress) =>
      save({
        shipping_address: shipTo,
        billing_address: otherBilling ?? shipTo,
        ship_to_bill_address: draft.same,
        customer_email: shipTo.email,
      });
    const response = await saveAddresses(address);
    if ('error' in response) {
      // The chosen address may have been deleted in another tab.
      if (chosen !== null) void savedAddresses.reload();
      shipping.refuse(readAddressErrors('shipping', response.error));
      billing.refuse(readAddressErrors('billing', response.error));
      return setAttempt(attempt + 1);
    }
    // From now on the address is a saved one, and its deletion also reaches this checkout.
    const savedId = savedAddresses.keep ? await savedAddresses.addToBook(address) : null;
    const shipTo = savedId === null ? address : { ...address, id: savedId };
    if (savedId !== null) await saveAddresses(shipTo);
    const refusal = checkoutActions.setAddresses(shipTo, otherBilling ?? shipTo, draft.same);
    if (refusal === null) onDone();
    else toast(formatRefusal(refusal, lang), { kind: 'error' });
  }

  if (savedAddresses.isLoading) return <Skeleton className="h-64 rounded-lg" />;
  return (
    <form noValidate className="grid grid-cols-1 gap-5" onSubmit={(event) => void submit(event)}>
      <ErrorSummary problems={problems} refusedSubmits={attempt} />
      <div role="status">
        {isAddressLost && (
          <ChangeNote>
            {t(savedAddresses.chosen === null ? 'checkout.address_deleted' : 'checkout.address_deleted_other')}
          </ChangeNote>
        )}
      </div>
      <h3 className="sr-only">{t('checkout.delivery_address')}</h3>
      {savedAddresses.addresses.length > 0 && (
        <SavedAddresses addresses={savedAddresses.addresses} chosen={savedAddresses.chosen} onChoose={choose} />
      )}
      {savedAddresses.chosen === null && <AddressFields form={shipping} />}
      {savedAddresses.keep !== null && (
        <Checkbox
          className="-ms-2.5"
          checked={savedAddresses.keep}
          onChange={(event) => savedAddresses.setKeep(event.target.checked)}
        >
          {t('checkout.save_address')}
        </Checkbox>
      )}
      <Checkbox className="-ms-2.5" checked={draft.same} onChange={(event) => setSame(event.target.checked)}>
        {t('checkout.billing_same')}
      </Checkbox>
      {!draft.same && (
        <div className="grid gap-4 border-t border-line pt-5">
          <h3 className="text-md">{t('checkout.billing_address')}</h3>
          <AddressFields form={billing} />
        </div>
      )}
      <Button type="submit" wide busy={state.checkout_loading} className="sm:w-fit sm:justify-self-end">
        {t('checkout.to_delivery')}
      </Button>
    </form>
  );
}

/** Forgets the chosen address once the server's cart has lost it because it was deleted, such as on another device. */
function useLostAddress({ shipping_address }: CheckoutState, cart: Cart): void {
  const scope = useTokenScope();
  const isSuspect = shipping_address?.id !== undefined && cart.shipping_address === null;
  const { data, isFetchedAfterMount } = useQuery({
    ...addressBookQuery(useLang(), scope),
    staleTime: 0,
    enabled: isSuspect && scope !== 'guest',
  });
  const isDeleted = isFetchedAfterMount && data?.data.every(({ id }) => id !== shipping_address?.id) === true;
  useEffect(() => {
    if (isSuspect && isDeleted && shipping_address !== null) checkoutActions.loseAddress(shipping_address);
  }, [isSuspect, isDeleted, shipping_address]);
}

/** Summarizes the addresses on three lines. */
export function AddressSummary({ state, cart }: { state: CheckoutState; cart: Cart }) {
  const t = useT();
  useLostAddress(state, cart);
  const addressText = useAddressText();
  const { shipping_address: to, billing_address: bill, ship_to_bill_address: same } = state;
  if (to === null) return null;
  return (
    <>
      <p dir="auto" className="font-semibold text-ink">
        {to.recipient}
      </p>
      <p>
        <bdi className="whitespace-nowrap">{to.contact_number && formatPhone(to.contact_number)}</bdi> ·{' '}
        <bdi className="wrap-anywhere">{to.email}</bdi>
      </p>
      <p dir="auto">{addressText(to)}</p>
      {!same && bill !== null && (
        <p className="mt-1 text-sm">
          {t('checkout.billed_to')}{' '}
          <span dir="auto">{[bill.recipient, bill.street_address, bill.city].join(', ')}</span>
        </p>
      )}
    </>
  );
}
