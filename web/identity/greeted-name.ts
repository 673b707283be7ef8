/** The name by which pages greet a customer. */
import type { Customer } from '@shop/contract/identity';

/** Returns the display name; empty while it is only what the contact of a sign-up without a name gave. */
export function greetedName({
  display_name,
  email,
  phone,
}: Pick<Customer, 'display_name' | 'email' | 'phone'>): string {
  const isContact = display_name === email?.split('@')[0] || display_name === `+${phone}`;
  return isContact ? '' : display_name;
}
