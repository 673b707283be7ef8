import type { banners as en } from '../en/banners.ts';

export const banners: { readonly [Key in keyof typeof en]: string } = {
  'banners.offers': '优惠',
  'banners.show': '显示优惠：{title}',
  'banners.preview': '预览：顾客看不到此横幅',
  'banners.popup': '给您的优惠',
  'banners.popup_close': '不用了',
};
