/**
 * The fields that the audit records of each change by staff, with the formats of their values. The server records no
 * other field, and the office has words for each in every language.
 */
import type { WalletKind } from '../loyalty/wallet.ts';
import type { ORDER_MAIL_KINDS } from '../notifications/kinds.ts';
import type { CancellationState } from '../orders/cancellation.ts';
import type { BagKind, PickState } from '../orders/picking.ts';
import type { OrderStatus } from '../orders/status.ts';
import type { AttemptState } from '../payments/attempt-state.ts';
import type { EnquiryResult } from '../payments/enquiry-result.ts';
import type { RefundState } from '../payments/refund-state.ts';
import type { APPROVAL_STATES } from './approvals.ts';
import type { StaffRole } from './roles.ts';

/** The values of each format, as they are recorded. */
type AuditedTypes = {
  /** Words that people wrote, and codes that they know. */
  text: string;
  /** The id of a row that staff see by other fields of the entry, or not at all. */
  id: string;
  count: number;
  points: number;
  coins: number;
  percent: number;
  sen: number;
  /** `12.90`. */
  ringgit: string;
  /** Of a price: `12.90`, or with its end `12.90 until 2026-12-01T00:00:00.000Z`. */
  price: string;
  flag: boolean;
  time: Date | string;
  /** Id of a delivery slot, which has its time. */
  slot: string;
  list: readonly string[];
  bilingual: { en: string; zh: string };
  session: string;
  order_status: OrderStatus;
  product_status: string;
  attempt_state: AttemptState;
  refund_state: RefundState;
  cancellation_state: CancellationState;
  approval_state: (typeof APPROVAL_STATES)[number];
  campaign_state: 'scheduled' | 'running' | 'sent' | 'canceled';
  pick_state: PickState;
  enquiry_result: EnquiryResult | 'confirmed';
  delivery_outcome: 'retry' | 'cancel';
  refund_of: 'whole_order' | 'items' | 'goodwill';
  mail: (typeof ORDER_MAIL_KINDS)[number];
  wallet: WalletKind;
  roles: readonly StaffRole[];
  audience: { of: 'all' } | { of: 'tier'; tier: string } | { of: 'state'; state: string };
  refunded_units: readonly { quantity: number }[];
  bags: Partial<Record<BagKind, number>>;
  replacement: { code: string; quantity: number; price_total: string; shopper_agreed: boolean };
};
export type AuditedFormat = keyof AuditedTypes;

const LINE_FIELDS = {
  line: 'id',
  text: 'text',
  state: 'pick_state',
  quantity: 'count',
  done_at: 'time',
  stock_left: 'count',
  value: 'ringgit',
  replacement: 'replacement',
} as const;
const REFUND_STEP_FIELDS = { state: 'refund_state', operator_reference: 'text', failure: 'text' } as const;
const TAG_FIELDS = { tags: 'list' } as const;
const NOTE_FIELDS = { note: 'id' } as const;
const CANCELLATION_FIELDS = { state: 'cancellation_state', comment: 'text' } as const;
const BLOCK_FIELDS = { is_blocked: 'flag', reason: 'text' } as const;
const ACCOUNT_FIELDS = { roles: 'roles', outlet: 'text' } as const;
const APPROVAL_FIELDS = { approval: 'id', state: 'approval_state', requested_by: 'text', comment: 'text' } as const;

/** The fields of each action. A price has its `AuditedPriceName`: `sale 12 2026-12-01T…`. */
export const AUDITED_CHANGES = {
  'staff.addAccount': ACCOUNT_FIELDS,
  'staff.changeRoles': ACCOUNT_FIELDS,
  'staff.disableAccount': { is_active: 'flag' },
  'staff.enableAccount': { is_active: 'flag' },
  'staff.endAccountSessions': {},
  'staff.endSession': { session: 'session' },
  'staff.changePassword': {},
  'staff.confirmSecondFactor': { second_factor: 'flag' },
  'staff.removeSecondFactor': { second_factor: 'flag' },
  'staff.resetSecondFactor': { second_factor: 'flag' },
  'staff.newRecoveryCodes': { codes: 'count' },

  'staff.requestApproval': {
    approval: 'id',
    value: 'ringgit',
    name: 'text',
    percent: 'percent',
    customer_id: 'id',
    kind: 'wallet',
    amount: 'count',
    reason: 'text',
  },
  'staff.approve': APPROVAL_FIELDS,
  'staff.reject': APPROVAL_FIELDS,

  'staff.advanceOrder': { status: 'order_status', cash_collected: 'ringgit' },
  'staff.cancelOrder': { status: 'order_status', comment: 'text' },
  'staff.changeDelivery': {
    slot: 'slot',
    zip: 'text',
    delivery_fee: 'sen',
    grand_total: 'sen',
    refunded: 'sen',
    reason: 'text',
    keep_fee: 'flag',
  },
  'staff.failDelivery': {
    status: 'order_status',
    outcome: 'delivery_outcome',
    delivery_slot_id: 'slot',
    cash_collected: 'ringgit',
    reason: 'text',
  },
  'staff.resendMail': { kind: 'mail' },
  'staff.addOrderNote': NOTE_FIELDS,
  'staff.removeOrderNote': NOTE_FIELDS,
  'staff.setOrderTags': TAG_FIELDS,
  'staff.changeOrderTags': TAG_FIELDS,
  'staff.approveCancellation': CANCELLATION_FIELDS,
  'staff.rejectCancellation': CANCELLATION_FIELDS,

  'staff.claimOrder': { claimed_by: 'text' },
  'staff.releaseOrder': { claimed_by: 'text' },
  'staff.findLine': LINE_FIELDS,
  'staff.shortLine': LINE_FIELDS,
  'staff.replaceLine': LINE_FIELDS,
  'staff.undoLine': LINE_FIELDS,
  'staff.packOrder': { status: 'order_status', bags: 'bags' },

  'staff.refundOrder': {
    refund: 'id',
    of: 'refund_of',
    amount: 'sen',
    coins: 'coins',
    points: 'points',
    items: 'refunded_units',
    restock: 'flag',
    comment: 'text',
  },
  'staff.approveRefund': REFUND_STEP_FIELDS,
  'staff.sendRefund': REFUND_STEP_FIELDS,
  'staff.settleRefund': REFUND_STEP_FIELDS,
  'staff.failRefund': REFUND_STEP_FIELDS,
  'staff.requestRefundAgain': { refund: 'id', amount: 'sen', state: 'refund_state' },
  'staff.withdrawRefund': {
    refund: 'id',
    state: 'refund_state',
    amount: 'sen',
    coins: 'coins',
    points: 'points',
    items: 'refunded_units',
    reason: 'text',
  },
  'staff.requery': { state: 'attempt_state', is_confirmed: 'flag', result: 'enquiry_result' },
  'staff.reconcile': { settled: 'count', refunded: 'count' },

  'staff.addRun': { driver: 'text', vehicle: 'text', orders: 'list' },
  'staff.renewRunLink': { expires_at: 'time' },
  'staff.revokeRunLink': {},
  'staff.closeRun': {},
  'staff.countRunCash': { counted: 'ringgit', comment: 'text' },

  'staff.customer': {},
  'staff.addCustomerNote': NOTE_FIELDS,
  'staff.removeCustomerNote': NOTE_FIELDS,
  'staff.blockCustomer': BLOCK_FIELDS,
  'staff.unblockCustomer': BLOCK_FIELDS,
  'staff.adjustWallet': { point: 'points', store_credit: 'coins', reason: 'text' },

  'staff.setStock': { code: 'text', quantity: 'count', reason: 'text' },
  'staff.setOnSale': { status: 'product_status', reason: 'text' },
  'staff.changePrices': {
    regular: 'price',
    sale: 'price',
    deal: 'price',
    group: 'price',
    reason: 'text',
    approval: 'id',
  },

  'staff.addCampaign': {
    title: 'bilingual',
    body: 'bilingual',
    action_url: 'text',
    image: 'id',
    audience: 'audience',
    starts_at: 'time',
  },
  'staff.cancelCampaign': { state: 'campaign_state', recipients: 'count' },
  'staff.addTillKey': { outlet: 'text' },
  'staff.disableTillKey': { outlet: 'text' },
} as const satisfies Readonly<Record<`staff.${string}`, Readonly<Record<string, AuditedFormat>>>>;

export type AuditedAction = keyof typeof AUDITED_CHANGES;
export const AUDITED_ACTIONS = Object.keys(AUDITED_CHANGES) as readonly AuditedAction[];

type AuditedFields<Action extends AuditedAction> = (typeof AUDITED_CHANGES)[Action];
/** Every field of any action. */
export type AuditedField = { [Action in AuditedAction]: keyof AuditedFields<Action> }[AuditedAction];

type PriceName<Name extends string> = Name | `${Name} ${string}`;
/** The name of a price: its kind, and words that distinguish it from others of the kind. */
export type AuditedPriceName = PriceName<'regular' | 'sale' | 'deal' | 'group'>;
/** The name under which a field is recorded. */
type RecordedName<Name, Format> = Format extends 'price' ? PriceName<Extract<Name, string>> : Name;

/** The values of one side of a change; null or left out: it has none. */
export type AuditedValues<Action extends AuditedAction> = Action extends AuditedAction
  ? {
      readonly [Name in keyof AuditedFields<Action> as RecordedName<Name, AuditedFields<Action>[Name]>]?:
        | AuditedTypes[Extract<AuditedFields<Action>[Name], AuditedFormat>]
        | null
        | undefined;
    }
  : never;
