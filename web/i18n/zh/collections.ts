import type { collections as en } from '../en/collections.ts';

export const collections: { readonly [Key in keyof typeof en]: string } = {
  'collections.deals_text': '限时低价，无需优惠码。',
  'collections.deals_about': '杂货零食限时特价，每一项都标明结束时间。',
  'collections.ends': '{when}结束',
  'collections.open_end': '售完为止',
  'collections.ended': '刚刚结束，已恢复正常价格',
  'collections.none_now': '目前没有进行中的特价',
  'collections.next': '下一轮特价：{when}',
  'collections.next_none': '新特价即将推出。先看看热销商品：',
  'collections.starts': '{when}开始',
  'collections.coming': '即将开始',
  'collections.sellers_text': '最近几周大家最常买的商品。',
  'collections.tabs': '选择热销榜',
  'collections.all': '全部',
  'collections.grocery': '杂货',
  'collections.popular': '最受欢迎',
  'collections.bundles_text': '搭配好的商品，一价买齐。',
  'collections.brands_title': '品牌 A 至 Z',
  'collections.brands_about': '店里全部品牌，由 A 至 Z，附各品牌的商品数量。',
  'collections.letters': '字母',
  'collections.found_brands': '{count} 个品牌',
};
