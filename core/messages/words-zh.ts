/** The rules' other texts in Chinese. The compiler reports missing ones. */
import type * as en from './words-en.ts';

export const words = {
  'free_shipping.spend': '再消费 {amount} 即可免运费',
  'free_shipping.add_items': '再加 {n} 件商品即可免运费',
  'free_shipping.add_weight': '再加 {kg} 公斤即可免运费',
  'free_shipping.done': '已享免运费',
  'free_shipping.done_up_to_amount': '已享免运费（订单上限 {amount}）',
  'free_shipping.done_up_to_items': '已享免运费（订单上限 {n} 件）',
  'free_shipping.over_amount': '订单不超过 {amount} 方可免运费',
  'free_shipping.over_items': '订单不超过 {n} 件方可免运费',

  'change.price': '价格已变动 {old} → {new}',
  'change.stock': '仅剩 {new} 件，数量已调整',
  'change.max_qty': '每单最多 {new} 件，数量已调整',
  'change.min_qty': '{new} 件起售，数量已调整',
  'change.unavailable': '已下架',
  'change.promo': '折扣已变动 {old} → {new}',
  'change.slot': '所选配送时段已满',
  'change.fee': '运费已变动 {old} → {new}',
  'change.total': '总额已变动 {old} → {new}',
  'change.bulky': '每张订单最多 {new} 件大件（bulky）商品',

  'order_status.pending': '待处理',
  'order_status.processing': '处理中',
  'order_status.packed': '已打包',
  'order_status.delivery': '配送中',
  'order_status.complete': '已完成',
  'order_status.canceled': '已取消',
  'payment_status.unpaid': '待付款',
  'payment_status.paid': '已付款',
  'payment_status.failed': '付款失败',
  'payment_status.refund_due': '退款处理中',
  'payment_status.refunded': '已退款',

  'unit_price.100 g': '{price}/100克',
  'unit_price.100 ml': '{price}/100毫升',
  'unit_price.pc': '{price}/件',
} satisfies Record<keyof typeof en.words, string>;
