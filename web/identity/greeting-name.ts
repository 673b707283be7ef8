/** The name by which pages greet a customer. */
import type { Customer } from '@shop/contract/identity';

/** Returns the display name; empty if it was only derived from the email or phone. */
export function chooseGreetingName({
  display_name,
  email,
  phone,
}: Pick<Customer, 'display_name' | 'email' | 'phone'>): string {
  const isContact = display_name === email?.split('@')[0] || display_name === `+${phone}`;
  return isContact ? '' : display_name;
}
