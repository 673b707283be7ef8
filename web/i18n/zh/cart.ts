import type { cart as en } from '../en/cart.ts';

export const cart: { readonly [Key in keyof typeof en]: string } = {
  'cart.updated': '购物车已更新',
  'cart.update_failed': '购物车更新失败',

  'cart.quantity': '数量',
  'cart.quantity_of': '{name}的数量',
  'cart.one_more': '{name}加一件',
  'cart.one_less': '{name}减一件',
  'cart.remove': '移除{name}',
  'cart.add_named': '将{name}加入购物车',
  'cart.add_amount': '加入购物车 · {amount}',
  'cart.choose': '选择{name}的规格',
  'cart.choose_option': '请选择规格',
  'cart.similar': '相似商品',
  'cart.similar_to': '相似商品：{name}',
  'cart.said_quantity': '{name}：购物车里有 {count} 件',
  'cart.said_removed': '{name}已从购物车移除',

  'cart.in_cart': '购物车中已有 {count} 件',
  'cart.view': '查看',

  'cart.subtotal': '小计',
  'cart.discount': '折扣',
  'cart.coupon': '优惠码',
  'cart.line_discount': '折扣 {amount}',
  'cart.delivery': '运费',
  'cart.delivery_later': '结账时计算',
  'cart.delivery_from': '{amount} 起',
  'cart.delivery_none': '暂不配送到您的邮编',
  'cart.free': '免运费',
  'cart.bag_fee': '购物袋费',
  'cart.tip': '小费',
  'cart.rounding': '现金四舍五入',
  'cart.total_estimated': '预计合计',
  'cart.total': '合计',
  'cart.nothing_selected': '请至少选择一件商品结账。',
};
