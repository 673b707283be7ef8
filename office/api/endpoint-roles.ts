/**
 * The roles that may call each endpoint of staff, besides owners: what the menu and the buttons show. The API decides;
 * `screens.test.ts` compares this table with the contract, whose schemas the browser does not load.
 */
import { hasRole, STAFF_ROLES, type StaffRole } from '@shop/core/staff/roles';
import type { StaffEndpointName } from './api.ts';
import { currentRoles } from './session.ts';

const OWNERS: readonly StaffRole[] = [];
const EVERYONE = STAFF_ROLES;
const READERS: readonly StaffRole[] = ['orders', 'support', 'finance'];
const PICKERS: readonly StaffRole[] = ['orders', 'picker'];
const ORDER_READERS: readonly StaffRole[] = ['orders', 'picker', 'support', 'finance'];
const OUTLETS: readonly StaffRole[] = ['outlet_manager'];
const FINANCE: readonly StaffRole[] = ['finance'];

export const ENDPOINT_ROLES: Readonly<Record<StaffEndpointName, readonly StaffRole[]>> = {
  'staff.signIn': EVERYONE,
  'staff.signOut': EVERYONE,
  'staff.me': EVERYONE,
  'staff.sessions': EVERYONE,
  'staff.endSession': EVERYONE,
  'staff.lock': EVERYONE,
  'staff.unlock': EVERYONE,
  'staff.changePassword': EVERYONE,
  'staff.secondFactor': EVERYONE,
  'staff.beginSecondFactor': EVERYONE,
  'staff.confirmSecondFactor': EVERYONE,
  'staff.newRecoveryCodes': EVERYONE,
  'staff.removeSecondFactor': EVERYONE,
  'staff.changeRoles': OWNERS,
  'staff.resetSecondFactor': OWNERS,
  'staff.approvals': ['support', 'finance'],
  'staff.approve': FINANCE,
  'staff.reject': FINANCE,
  'staff.pickBatches': PICKERS,
  'staff.pickBatch': PICKERS,
  'staff.replacements': PICKERS,
  'staff.claimOrder': PICKERS,
  'staff.releaseOrder': PICKERS,
  'staff.findLine': PICKERS,
  'staff.shortLine': PICKERS,
  'staff.replaceLine': PICKERS,
  'staff.undoLine': PICKERS,
  'staff.packOrder': PICKERS,
  'staff.addOrderNote': ORDER_READERS,
  'staff.setOrderTags': ORDER_READERS,
  'staff.accounts': OWNERS,
  'staff.addAccount': OWNERS,
  'staff.disableAccount': OWNERS,
  'staff.audit': OWNERS,
  'staff.orders': ORDER_READERS,
  'staff.order': ORDER_READERS,
  'staff.advanceOrder': PICKERS,
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
  'staff.tillKeys': OUTLETS,
  'staff.addTillKey': OWNERS,
  'staff.disableTillKey': OWNERS,
  'staff.referralLink': OUTLETS,
  'staff.storeReferrals': OUTLETS,
  'staff.wallets': ['support', 'finance'],
  'staff.adjustWallet': ['support', 'finance'],
  'staff.walletLiability': FINANCE,
  'staff.checkWallets': FINANCE,
};

/** Whether the signed-in member of staff may call an endpoint. */
export const may = (endpoint: StaffEndpointName): boolean => hasRole(currentRoles(), ENDPOINT_ROLES[endpoint]);
