import type { orders as en } from '../en/orders.ts';

export const orders: { readonly [Key in keyof typeof en]: string } = {
  'orders.track_title': '追踪您的订单',
  'orders.track_text': '凭订单号码与您填写的电话或电邮，无需账号。',
  'orders.track_again': '要显示此订单，请输入下单时的电话或电邮。',
  'orders.number': '订单号码',
  'orders.number_hint': '确认信中的 8 位字母与数字',
  'orders.number_required': '请输入订单号码',
  'orders.contact': '电话或电邮',
  'orders.contact_hint': '结账时填写的那一个',
  'orders.contact_required': '请输入电话或电邮',
  'orders.track': '追踪订单',
  'orders.not_found': '找不到此订单',
  'orders.order_title': '订单 {number}',
  'orders.status_arrives': '{status} — {when} 送达',
  'orders.placed': '下单时间：{when}',
  'orders.timeline': '状态',
  'orders.ahead': '（尚未到达）',
  'orders.items': '商品',
  'orders.delivery': '配送',
  'orders.payment': '付款',
};
