import { withBranchFlag } from '../../mini-program/branch.ts';
import { appPlatform } from '../../native/shell.ts';

/**
 * Opens a payment's page, given by its path. Returns true if it opened outside the app, in the system's browser
 * (docs/partners.md#1.10); false if this document is being left for it. `origin` is the shop's public one.
 */
export async function openPayment(path: string, origin: string): Promise<boolean> {
  if (appPlatform() === null) {
    window.location.assign(withBranchFlag(path));
    return false;
  }
  const { openPaymentOutside } = await import('../../native/outside-payment.ts');
  openPaymentOutside(new URL(path, origin).href);
  return true;
}
