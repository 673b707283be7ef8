/** Lists the problems that block placing the order, each with the control that fixes it (docs/ux.md#rule-30). */

import type { ApiError } from '@shop/contract/api/api-error';
import { type AddressParts, listAddressRefusals } from '@shop/core/addresses/completeness';
import { resolveAddresses } from '@shop/core/addresses/order-addresses';
import type { Lang } from '@shop/core/lang';
import { formatRefusal } from '@shop/core/refusal-text';
import type { CheckoutProblem } from '../../modals/modal-data.ts';

/** Maps the delivery step's fields to the ids of their controls. */
const DELIVERY_CONTROLS: Readonly<Record<string, string>> = {
  shipping_method: 'shipping_method',
  delivery_slot_id: 'delivery_slot',
  tip: 'tip',
  shipping_remarks: 'shipping_remarks',
};

const makeAddressProblem = (
  field: string | undefined,
  text: string,
  kind: 'shipping' | 'billing' = 'shipping',
): CheckoutProblem => ({
  step: 1,
  text,
  selector: `#${kind}-${field ?? 'recipient'}`,
});

/** Maps fields of the payment step to their controls. */
const PAYMENT_CONTROLS: Readonly<Record<string, string>> = {
  coupon_code: '#coupon button',
  voucher_id: '#coupon [aria-pressed=true]',
};

/** Lists the server's field errors of earlier steps, and of coupon and voucher. */
export function listServerProblems({ errors }: ApiError): CheckoutProblem[] {
  return Object.entries(errors).flatMap(([path, texts]): CheckoutProblem[] => {
    const [name = '', field] = path.split('.');
    const control = DELIVERY_CONTROLS[name];
    if (control !== undefined) return texts.map((text) => ({ step: 2, text, selector: `[name=${control}]` }));
    const selector = PAYMENT_CONTROLS[name];
    if (selector !== undefined) return texts.map((text) => ({ step: 3, text, selector }));
    if (name === 'customer_email') return texts.map((text) => makeAddressProblem('email', text));
    if (name !== 'shipping_address' && name !== 'billing_address') return [];
    // `shipping_address` repeats the message of its part, such as `shipping_address.zip`.
    const isRepeated = field === undefined && Object.keys(errors).some((other) => other.startsWith(`${name}.`));
    const kind = name === 'billing_address' ? 'billing' : 'shipping';
    return isRepeated ? [] : texts.map((text) => makeAddressProblem(field, text, kind));
  });
}

/** Lists the missing fields of the addresses, so that all are shown before a request is sent (docs/spec.md §5). */
export function listAddressProblems(
  checkout: Parameters<typeof resolveAddresses<AddressParts>>[0],
  lang: Lang,
): CheckoutProblem[] {
  const { shipping, billing } = resolveAddresses(checkout);
  const listMissing = (kind: 'shipping' | 'billing', address: AddressParts | null) =>
    listAddressRefusals(address).map((each) => makeAddressProblem(each.field, formatRefusal(each, lang), kind));
  return [...listMissing('shipping', shipping), ...(shipping === billing ? [] : listMissing('billing', billing))];
}
