/**
 * Address form without React: values, validation and resulting address (docs/ux.md#rule-27, docs/ux.md#rule-29,
 * docs/ux.md#rule-30).
 */
import type { Address } from '@shop/contract/addresses';
import { type AddressParts, listAddressRefusals } from '@shop/core/addresses/completeness';
import { checkCountry } from '@shop/core/addresses/country';
import type { CheckoutAddress, TngUser } from '@shop/core/checkout/checkout-state';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { isContactNumber, normalizePhone, toE164 } from '@shop/core/identity/phone';
import { type Refusal, refusal } from '@shop/core/refusal';
import { buildRequest, type FormValues, listFieldNames, readStartValues, trim } from '../ui/forms/form-table.ts';

/** Five digits; the first may be a zero. */
export const isZip = (text: string): boolean => /^\d{5}$/.test(text);

/** Removes spaces and dashes from a typed postcode. */
export const normalizeZip = (typed: string): string => typed.replace(/[\s-]/g, '');

/**
 * Normalizes the number typed after `+60` in any notation: `12-345 6789`, `012-345 6789`, `+60 12…`, `6012…`. Empty
 * input stays empty.
 */
export function normalizeTypedPhone(typed: string): string {
  const number = normalizePhone(typed.replace(/[().]/g, '')) ?? '';
  if (number === '' || isContactNumber(number) || /^(\+|0)/.test(typed.trim())) return number;
  return `60${number}`;
}

/** Trims a value; undefined for an empty one, which the request then leaves out. */
const trimOptional = (value: string): string | undefined => value.trim() || undefined;

/** Refuses a missing value (docs/spec.md §5 "Address completeness for checkout"). */
const checkMissing =
  (field: keyof AddressParts) =>
  (value: string): Refusal | null =>
    listAddressRefusals({ [field]: value }).find((missing) => missing.field === field) ?? null;

type AddressRules = {
  /** Only the address book needs titles (docs/readings.md#45). */
  needsTitle?: boolean;
  /** Returns whether a postcode is known not to exist; false for an incomplete one. */
  isUnknownZip?: (zip: string) => boolean;
};

/**
 * The fields of an address: the title, then the required ones in the spec's order (docs/spec.md §5 "checked in this
 * order"). Each is checked for a missing value, then for an invalid one (docs/spec.md §5 "Form messages").
 * `contact_number` is the part after the displayed `+60`.
 */
export const buildAddressFields = ({ needsTitle = false, isUnknownZip = () => false }: AddressRules = {}) => ({
  title: {
    start: '',
    check: (value: string) => (needsTitle && value.trim() === '' ? refusal('address.title') : null),
    normalize: trimOptional,
  },
  recipient: { start: '', check: checkMissing('recipient'), normalize: trim },
  email: {
    start: '',
    check: (value: string) => checkMissing('email')(value) ?? (isEmail(value) ? null : refusal('email.invalid')),
    normalize: normalizeEmail,
  },
  contact_number: {
    start: '',
    check(value: string) {
      const phone = normalizeTypedPhone(value);
      return checkMissing('contact_number')(phone) ?? (isContactNumber(phone) ? null : refusal('phone.invalid'));
    },
    normalize: (value: string) => toE164(normalizeTypedPhone(value)) ?? normalizeTypedPhone(value),
  },
  street_address: { start: '', check: checkMissing('street_address'), normalize: trim },
  city: { start: '', check: checkMissing('city'), normalize: trim },
  zip: {
    start: '',
    check(value: string) {
      const zip = normalizeZip(value);
      if (isUnknownZip(zip)) return refusal('address.zip_unknown', { zip });
      return isZip(zip) ? null : refusal('address.zip');
    },
    normalize: normalizeZip,
  },
  state_id: { start: '', check: checkMissing('state_id') },
  company: { start: '', normalize: trimOptional },
  fax: { start: '', normalize: trimOptional },
  country: { start: '', check: (value: string) => checkCountry({ country: value }), normalize: trimOptional },
});

export type AddressTable = ReturnType<typeof buildAddressFields>;
export type AddressForm = FormValues<AddressTable>;
export type AddressField = keyof AddressForm;

export const EMPTY_ADDRESS_FORM = readStartValues(buildAddressFields());

/** Removes `+60` from a stored number, for the field. */
const removeCountryCode = (number: string): string => (toE164(number) ?? number).replace(/^\+60/, '');

/** Fills the fields from an address; empty fields without one. */
export function toAddressForm(address: CheckoutAddress | Address | null): AddressForm {
  const form = { ...EMPTY_ADDRESS_FORM };
  for (const field of listFieldNames(buildAddressFields())) form[field] = address?.[field] ?? '';
  return { ...form, contact_number: removeCountryCode(form.contact_number) };
}

/** Fills empty contact fields with the details of the user of Touch 'n Go; never overwrites typed ones. */
export function fillContact(form: AddressForm, { name, phone, email }: TngUser): AddressForm {
  const user = toAddressForm({ recipient: name, contact_number: phone, email });
  return {
    ...form,
    recipient: form.recipient || user.recipient,
    contact_number: form.contact_number || user.contact_number,
    email: form.email || user.email,
  };
}

/** Builds the address from the fields, normalized (docs/spec.md §5 "Normalisation"). */
export const toCheckoutAddress = (form: AddressForm, state: string | null): CheckoutAddress => ({
  ...buildRequest(buildAddressFields(), form),
  state,
});

const EMPTY_PARTS = Object.fromEntries(listFieldNames(buildAddressFields()).map((field) => [field, null])) as Record<
  AddressField,
  null
>;

/** Builds the address for the address book, where an emptied field becomes null. */
export const toSavedAddress = (form: AddressForm, state: string | null) => ({
  ...EMPTY_PARTS,
  ...toCheckoutAddress(form, state),
});

/** Proposes the title of a new address: "Home", then "Home 2" (docs/readings.md#45). */
export function proposeTitle(home: string, usedTitles: readonly (string | null)[]): string {
  const titles = new Set(usedTitles.map((title) => title?.trim().toLowerCase()));
  let title = home;
  for (let number = 2; titles.has(title.toLowerCase()); number++) title = `${home} ${number}`;
  return title;
}
