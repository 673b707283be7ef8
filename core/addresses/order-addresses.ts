/** The addresses of an order. */
export type OrderAddresses<Address> = { shipping: Address | null; billing: Address | null };

/**
 * Returns the addresses to use. Unless `ship_to_bill_address` is false, both are the same: the delivery address if
 * there are two, since a parcel at the wrong door is worse than a wrong name on the bill.
 */
export function resolveAddresses<Address>(choices: {
  shipping_address?: Address | null;
  billing_address?: Address | null;
  ship_to_bill_address?: boolean;
}): OrderAddresses<Address> {
  const shipping = choices.shipping_address ?? null;
  const billing = choices.billing_address ?? null;
  if (choices.ship_to_bill_address === false) return { shipping, billing };
  const both = shipping ?? billing;
  return { shipping: both, billing: both };
}
