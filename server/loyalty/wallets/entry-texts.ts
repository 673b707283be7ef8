/** Describes the entries of a wallet to its owner, in English and Chinese. */
import { type Lang, textIn } from '@shop/core/lang';
import type { EntryAction } from '@shop/core/loyalty/wallet';
import { formatMessage } from '@shop/core/messages/format';
import type { EntryDetails } from './wallets.sql.ts';

const ENTRY_TEXTS: Readonly<Record<EntryAction, { en: string; zh: string }>> = {
  order: { en: 'Earned with order {order_number}', zh: '订单 {order_number} 获得' },
  register: { en: 'Sign-up reward', zh: '注册奖励' },
  account: { en: 'Reward for a verified contact', zh: '验证联络方式奖励' },
  profile: { en: 'Reward for a complete profile', zh: '完善资料奖励' },
  first_order: { en: 'First order reward', zh: '首单奖励' },
  checkin: { en: 'Daily check-in, day {day}', zh: '每日签到 · 第 {day} 天' },
  referral: { en: 'A friend’s first order is complete', zh: '朋友已完成首单' },
  birthday: { en: 'Birthday reward', zh: '生日奖励' },
  review: { en: 'Reward for a review', zh: '评价奖励' },
  welcome: { en: 'Welcome reward from {outlet}', zh: '{outlet} 迎新奖励' },
  spend: { en: 'Used for order {order_number}', zh: '用于订单 {order_number}' },
  return: { en: 'Given back from order {order_number}', zh: '订单 {order_number} 退回' },
  clawback: { en: 'Taken back, order {order_number} was refunded', zh: '收回：订单 {order_number} 已退款' },
  refund_withdrawn: { en: 'The refund of order {order_number} was withdrawn', zh: '订单 {order_number} 的退款已撤回' },
  repeated: { en: 'Taken back: the account you merged already had this reward', zh: '收回：合并的账户已得过此奖励' },
  voucher: { en: 'Voucher “{voucher}”', zh: '礼券“{voucher}”' },
  store_reward: { en: 'Receipt {receipt} at {outlet}', zh: '{outlet} 收据 {receipt}' },
  store_redeem: { en: 'Used at {outlet}, receipt {receipt}', zh: '在 {outlet} 使用，收据 {receipt}' },
  store_reversal: { en: 'Receipt {receipt} at {outlet} was cancelled', zh: '{outlet} 收据 {receipt} 已取消' },
  expiry: { en: 'Expired', zh: '已到期' },
  adjustment: { en: 'Adjusted by customer service: {reason}', zh: '客服调整：{reason}' },
  transfer: { en: 'From the account you merged', zh: '由合并的账户转入' },
  forfeit: { en: 'Account removed', zh: '账户已删除' },
};

/**
 * Text of a reward that was taken back because a friend's order was refunded; without a number, as the order is not
 * theirs.
 */
const FRIENDS_REFUND = { en: 'Taken back, your friend’s order was refunded', zh: '收回：朋友的订单已退款' };

/** Text of such a reward that the referrer got back, because the refund was withdrawn. */
const FRIENDS_REFUND_WITHDRAWN = { en: 'Your friend’s order was not refunded after all', zh: '朋友订单的退款已撤回' };

/** Describes an entry in the reader's language. */
export function describeEntry(action: EntryAction, details: EntryDetails, lang: Lang): string {
  if (action === 'clawback' && details.order_number === undefined) return FRIENDS_REFUND[lang];
  if (action === 'refund_withdrawn' && details.order_number === undefined) return FRIENDS_REFUND_WITHDRAWN[lang];
  const { voucher_en, voucher_zh = null, ...others } = details;
  const params = voucher_en === undefined ? others : { ...others, voucher: textIn(lang, voucher_en, voucher_zh) };
  return formatMessage(ENTRY_TEXTS[action][lang], params, lang);
}
