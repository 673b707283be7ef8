/**
 * The address form as a value (docs/ux.md#rule-27, docs/ux.md#rule-29, docs/ux.md#rule-30): what is typed, what is wrong with it in the spec's words, and
 * the address it comes to. No React in here.
 */
import type { Address } from '@shop/contract/addresses';
import { listAddressRefusals } from '@shop/core/addresses/completeness';
import type { CheckoutAddress } from '@shop/core/checkout/checkout-state';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { isContactNumber, normalizePhone, toE164 } from '@shop/core/identity/phone';
import { type Refusal, refusal } from '@shop/core/refusal';

/** What stands in the fields. `contact_number` is what follows the `+60` that the field shows. */
export type AddressForm = {
  recipient: string;
  contact_number: string;
  email: string;
  zip: string;
  street_address: string;
  city: string;
  state_id: string;
  title: string;
  company: string;
  fax: string;
  country: string;
};

export type AddressField = keyof AddressForm;

/** The fields that are asked for, in the order in which the spec checks them (§5 "checked in this order"). */
export const FORM_FIELDS = [
  'recipient',
  'email',
  'contact_number',
  'street_address',
  'city',
  'zip',
  'state_id',
] as const satisfies readonly AddressField[];

export const EMPTY_FORM: AddressForm = {
  recipient: '',
  contact_number: '',
  email: '',
  zip: '',
  street_address: '',
  city: '',
  state_id: '',
  title: '',
  company: '',
  fax: '',
  country: '',
};

/** Five digits, the first of which may be a zero. */
export const isZip = (text: string): boolean => /^\d{5}$/.test(text);

/** Spaces and dashes in a postcode are ignored, not refused. */
export const readZip = (typed: string): string => typed.replace(/[\s-]/g, '');

/**
 * The number that was typed behind `+60`, whichever way: `12-345 6789`, `012-345 6789`, `+60 12…`, `6012…`. Empty for
 * nothing.
 */
export function readPhone(typed: string): string {
  const number = normalizePhone(typed.replace(/[().]/g, '')) ?? '';
  if (number === '' || isContactNumber(number) || /^(\+|0)/.test(typed.trim())) return number;
  return `60${number}`;
}

/** A kept number as it stands behind the field's `+60`. */
const withoutCountry = (number: string): string => (toE164(number) ?? number).replace(/^\+60/, '');

/** An address in the fields; empty fields where there is none. */
export function formOf(address: CheckoutAddress | Address | null): AddressForm {
  if (address === null) return EMPTY_FORM;
  const { recipient, contact_number, email, zip, street_address, city, state_id, title, company, fax, country } =
    address;
  return {
    recipient: recipient ?? '',
    contact_number: withoutCountry(contact_number ?? ''),
    email: email ?? '',
    zip: zip ?? '',
    street_address: street_address ?? '',
    city: city ?? '',
    state_id: state_id ?? '',
    title: title ?? '',
    company: company ?? '',
    fax: fax ?? '',
    country: country ?? '',
  };
}

/** The address that the fields come to, normalised (docs/spec.md §5 "Normalisation"). */
export function addressOf(form: AddressForm, state: string | null): CheckoutAddress {
  const phone = readPhone(form.contact_number);
  return {
    recipient: form.recipient.trim(),
    contact_number: toE164(phone) ?? phone,
    email: normalizeEmail(form.email),
    zip: readZip(form.zip),
    street_address: form.street_address.trim(),
    city: form.city.trim(),
    state_id: form.state_id,
    state,
    ...(form.title.trim() === '' ? {} : { title: form.title.trim() }),
    ...(form.company.trim() === '' ? {} : { company: form.company.trim() }),
    ...(form.fax.trim() === '' ? {} : { fax: form.fax.trim() }),
    ...(form.country.trim() === '' ? {} : { country: form.country.trim() }),
  };
}

/**
 * What is wrong, by field: what is missing in the words of docs/spec.md §5 "Address completeness for checkout", then what cannot
 * be an email, a phone or a postcode (docs/spec.md §5 "Form messages").
 */
export function formRefusals(form: AddressForm): Partial<Record<AddressField, Refusal>> {
  const wrong: Partial<Record<string, Refusal>> = {};
  const phone = readPhone(form.contact_number);
  if (!isEmail(form.email)) wrong.email = refusal('email.invalid');
  if (!isContactNumber(phone)) wrong.contact_number = refusal('phone.invalid');
  if (!isZip(readZip(form.zip))) wrong.zip = refusal('address.zip');
  for (const missing of listAddressRefusals({ ...form, contact_number: phone })) {
    if (missing.field !== undefined) wrong[missing.field] = missing;
  }
  return wrong;
}
