/** Outcomes of a payment, and answers to a call, that the stand-in for Touch 'n Go can give. */

/** An outcome of the app's payment sheet. `status` null: the payment stays open. */
type TngOutcome = {
  en: string;
  zh: string;
  status: 'SUCCESS' | 'FAIL' | null;
  /** The result that `my.tradePay` gives the page; null if it never answers. */
  resultCode: string | null;
  /** Results of the notices that follow, in their order. */
  notices: readonly ('S' | 'F')[];
  /** Seconds until the result is there, and until the notices are sent after that. */
  delay?: number;
  late?: number;
};

export const SHEET_OUTCOMES = {
  success: { en: 'Pay', zh: '付款', status: 'SUCCESS', resultCode: '9000', notices: ['S'] },
  fail: { en: 'Refuse the payment', zh: '拒绝付款', status: 'FAIL', resultCode: '4000', notices: ['F'] },
  cancel: { en: 'Cancel', zh: '取消', status: null, resultCode: '6001', notices: [] },
  close: { en: 'Close this sheet', zh: '关闭此页', status: null, resultCode: '99', notices: [] },
  'unknown-paid': {
    ...{ en: 'Unknown for 8 seconds, then paid', zh: '结果未知，8 秒后成功' },
    ...{ status: 'SUCCESS', resultCode: '8000', notices: [], delay: 8 },
  },
  'unknown-failed': {
    ...{ en: 'Unknown for 8 seconds, then refused', zh: '结果未知，8 秒后失败' },
    ...{ status: 'FAIL', resultCode: '6004', notices: [], delay: 8 },
  },
  network: {
    en: 'Pay, then lose the connection',
    zh: '付款后断网',
    status: 'SUCCESS',
    resultCode: '6002',
    notices: [],
  },
  'notice-only': {
    ...{ en: 'Pay, only the notice arrives', zh: '付款，只有服务器通知' },
    ...{ status: 'SUCCESS', resultCode: null, notices: ['S'] },
  },
  'return-only': {
    ...{ en: 'Pay, no notice arrives', zh: '付款，没有服务器通知' },
    ...{ status: 'SUCCESS', resultCode: '9000', notices: [] },
  },
  late: {
    ...{ en: 'Pay, the notice arrives a minute later', zh: '付款，通知迟一分钟' },
    ...{ status: 'SUCCESS', resultCode: '8000', notices: ['S'], late: 60 },
  },
  twice: {
    ...{ en: 'Pay, the notice arrives twice', zh: '付款，通知重复两次' },
    ...{ status: 'SUCCESS', resultCode: '9000', notices: ['S', 'S'] },
  },
  reordered: {
    ...{ en: 'Pay, then a failed notice arrives', zh: '付款后才收到失败通知' },
    ...{ status: 'SUCCESS', resultCode: '9000', notices: ['S', 'F'] },
  },
} as const satisfies Record<string, TngOutcome>;
export type OutcomeName = keyof typeof SHEET_OUTCOMES;
export const outcomeOf = (name: OutcomeName): TngOutcome => SHEET_OUTCOMES[name];

/**
 * Answers to a single call in place of the usual one. `S`, `F`, `U`: that result at once. `U_S`, `U_F`: unknown, and
 * success or failure some seconds later. `html`: a page, and the call did not arrive. `timeout`: it arrived, and the
 * answer never comes. `unsigned`: it arrived, and the answer has another party's signature.
 */
export const CALL_BEHAVIOURS = {
  S: { en: 'Paid at once', zh: '立即成功' },
  F: { en: 'Refused at once', zh: '立即失败' },
  U: { en: 'Unknown', zh: '结果未知' },
  U_S: { en: 'Unknown, then paid', zh: '未知，然后成功' },
  U_F: { en: 'Unknown, then refused', zh: '未知，然后失败' },
  html: { en: 'A web page instead of an answer', zh: '回应网页' },
  timeout: { en: 'No answer', zh: '没有回应' },
  unsigned: { en: 'A wrong signature', zh: '签名错误' },
} as const;
export type Behaviour = keyof typeof CALL_BEHAVIOURS;

/** A user of the app, as the profile call returns them. */
export type StandInUser = { userId: string; name: string; phone: string | null; email: string | null };

export const STAND_IN_USERS: readonly StandInUser[] = [
  { userId: '216610000000000000001', name: 'Lim Mei Ling', phone: '60-123456701', email: null },
  { userId: '216610000000000000002', name: 'Nurul Aisyah', phone: '60-198765432', email: 'nurul.tng@example.com' },
  { userId: '216610000000000000003', name: 'Kumar', phone: null, email: null },
  { userId: '216610000000000000004', name: 'Lim Wei Jie', phone: '60-172223344', email: null },
];
