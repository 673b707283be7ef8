/**
 * The roles that may call each endpoint of staff, besides owners: what the menu and the buttons show. The API decides;
 * `screens.test.ts` compares this table with the contract, whose schemas the browser does not load.
 */
import { hasRole, type StaffRole } from '@shop/core/staff/roles';
import type { StaffEndpointName } from './api.ts';
import { currentRoles } from './session.ts';

const OWNERS: readonly StaffRole[] = [];
const EVERYONE: readonly StaffRole[] = ['owner', 'catalog', 'orders', 'picker', 'support', 'finance'];
const READERS: readonly StaffRole[] = ['orders', 'support', 'finance'];
const FINANCE: readonly StaffRole[] = ['finance'];

export const ENDPOINT_ROLES: Readonly<Record<StaffEndpointName, readonly StaffRole[]>> = {
  'staff.signIn': EVERYONE,
  'staff.signOut': EVERYONE,
  'staff.accounts': OWNERS,
  'staff.addAccount': OWNERS,
  'staff.disableAccount': OWNERS,
  'staff.audit': OWNERS,
  'staff.orders': ['orders', 'picker', 'support', 'finance'],
  'staff.order': ['orders', 'picker', 'support', 'finance'],
  'staff.advanceOrder': ['orders', 'picker'],
  'staff.cancelOrder': ['orders', 'support'],
  'staff.changeDelivery': ['orders', 'support'],
  'staff.failDelivery': ['orders', 'picker', 'support'],
  'staff.cashDifferences': READERS,
  'staff.refundOrder': READERS,
  'staff.cancellations': READERS,
  'staff.approveCancellation': ['orders', 'support'],
  'staff.rejectCancellation': ['orders', 'support'],
  'staff.attempts': READERS,
  'staff.requery': READERS,
  'staff.paymentRefunds': READERS,
  'staff.approveRefund': FINANCE,
  'staff.sendRefund': FINANCE,
  'staff.settleRefund': FINANCE,
  'staff.failRefund': FINANCE,
  'staff.requestRefundAgain': READERS,
  'staff.withdrawRefund': READERS,
  'staff.reconcile': FINANCE,
  'staff.setStock': ['catalog'],
  'staff.setOnSale': ['catalog'],
  'staff.campaigns': ['catalog', 'support'],
  'staff.campaign': ['catalog', 'support'],
  'staff.addCampaign': ['catalog'],
  'staff.cancelCampaign': ['catalog'],
  'staff.tillKeys': OWNERS,
  'staff.addTillKey': OWNERS,
  'staff.disableTillKey': OWNERS,
  'staff.referralLink': OWNERS,
  'staff.storeReferrals': OWNERS,
  'staff.wallets': ['support', 'finance'],
  'staff.adjustWallet': ['support', 'finance'],
  'staff.walletLiability': FINANCE,
  'staff.checkWallets': FINANCE,
};

/** Whether the signed-in member of staff may call an endpoint. */
export const may = (endpoint: StaffEndpointName): boolean => hasRole(currentRoles(), ENDPOINT_ROLES[endpoint]);
