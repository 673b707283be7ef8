/**
 * Address form without React: values, validation and resulting address (docs/ux.md#rule-27, docs/ux.md#rule-29,
 * docs/ux.md#rule-30).
 */
import type { Address } from '@shop/contract/addresses';
import { listAddressRefusals } from '@shop/core/addresses/completeness';
import { checkCountry } from '@shop/core/addresses/country';
import type { CheckoutAddress, TngUser } from '@shop/core/checkout/checkout-state';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { isContactNumber, normalizePhone, toE164 } from '@shop/core/identity/phone';
import { type Refusal, refusal } from '@shop/core/refusal';

/** Values of the fields. `contact_number` is the part after the displayed `+60`. */
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

/** Validated fields: the title, then those of a delivery in the spec's order (§5 "checked in this order"). */
export const FORM_FIELDS = [
  'title',
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

/** Five digits; the first may be a zero. */
export const isZip = (text: string): boolean => /^\d{5}$/.test(text);

/** Spaces and dashes in a postcode are ignored, not refused. */
export const readZip = (typed: string): string => typed.replace(/[\s-]/g, '');

/**
 * Normalizes the number typed after `+60` in any notation: `12-345 6789`, `012-345 6789`, `+60 12…`, `6012…`. Empty
 * input stays empty.
 */
export function readPhone(typed: string): string {
  const number = normalizePhone(typed.replace(/[().]/g, '')) ?? '';
  if (number === '' || isContactNumber(number) || /^(\+|0)/.test(typed.trim())) return number;
  return `60${number}`;
}

/** Formats a stored number for the field, without `+60`. */
const withoutCountry = (number: string): string => (toE164(number) ?? number).replace(/^\+60/, '');

/** Fills the fields from an address; empty fields without one. */
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

/** Fills empty contact fields with the details of the user of Touch 'n Go; never over typed ones. */
export function fillContact(form: AddressForm, { name, phone, email }: TngUser): AddressForm {
  const user = formOf({ recipient: name, contact_number: phone, email });
  return {
    ...form,
    recipient: form.recipient || user.recipient,
    contact_number: form.contact_number || user.contact_number,
    email: form.email || user.email,
  };
}

/** Builds the address from the fields, normalized (docs/spec.md §5 "Normalisation"). */
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

/** Proposes the title of a new address: "Home", then "Home 2" (docs/readings.md#45). */
export function proposeTitle(home: string, taken: readonly (string | null)[]): string {
  const used = new Set(taken.map((title) => title?.trim().toLowerCase()));
  let title = home;
  for (let number = 2; used.has(title.toLowerCase()); number++) title = `${home} ${number}`;
  return title;
}

/**
 * Returns the errors by field: first missing values (docs/spec.md §5 "Address completeness for checkout"), then
 * invalid emails, phones, postcodes and countries (docs/spec.md §5 "Form messages"). Only the address book needs titles.
 */
export function formRefusals(form: AddressForm, needsTitle = false): Partial<Record<AddressField, Refusal>> {
  const wrong: Partial<Record<string, Refusal>> = {};
  if (needsTitle && form.title.trim() === '') wrong.title = refusal('address.title');
  const phone = readPhone(form.contact_number);
  if (!isEmail(form.email)) wrong.email = refusal('email.invalid');
  if (!isContactNumber(phone)) wrong.contact_number = refusal('phone.invalid');
  if (!isZip(readZip(form.zip))) wrong.zip = refusal('address.zip');
  const abroad = checkCountry(form);
  if (abroad !== null) wrong.country = abroad;
  for (const missing of listAddressRefusals({ ...form, contact_number: phone })) {
    if (missing.field !== undefined) wrong[missing.field] = missing;
  }
  return wrong;
}
