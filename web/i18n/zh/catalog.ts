import type { catalog as en } from '../en/catalog.ts';

export const catalog: { readonly [Key in keyof typeof en]: string } = {
  'catalog.from': '{price} 起',
  'catalog.was': '原价 {price}',
  'catalog.new': '新品',
  'catalog.bundle': '组合',
  'catalog.voucher': '礼券',
  'catalog.choices': '{count} 款可选',
  'catalog.only_left': '仅剩 {count} 件',
  'catalog.tier': '{qty} 件起每件 {price}',
  'catalog.rail_back': '返回',
  'catalog.rail_on': '继续',
};
