import { isCash } from '../cart/totals.ts';
import { type Refusal, refusal } from '../refusal.ts';

/** Refuses unattended delivery of an order that is paid in cash at the door. */
export function checkLeaveAtDoor(choices: { leave_at_door?: boolean; payment_method?: string | null }): Refusal | null {
  return choices.leave_at_door && isCash(choices.payment_method) ? refusal('checkout.leave_at_door_cash') : null;
}
