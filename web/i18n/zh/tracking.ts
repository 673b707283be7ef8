import type { tracking as en } from '../en/tracking.ts';

export const tracking: { readonly [Key in keyof typeof en]: string } = {
  'tracking.title': '允许合作伙伴统计您的浏览记录吗？',
  'tracking.text': '我们的广告伙伴会得知您看过、加入购物车和购买的商品，但不会知道您是谁。',
  'tracking.privacy': '隐私政策',
  'tracking.accept': '同意',
  'tracking.decline': '拒绝',
};
