import type { tracking as en } from '../en/tracking.ts';

export const tracking: { readonly [Key in keyof typeof en]: string } = {
  'tracking.title': '可以统计您的浏览吗？',
  'tracking.text':
    '若您同意，为我们衡量广告成效的伙伴会得知哪些商品被浏览、被加入购物车；绝不包括您的姓名、联络方式或订单。',
  'tracking.privacy': '我们如何处理您的资料',
  'tracking.accept': '同意',
  'tracking.decline': '拒绝',
};
