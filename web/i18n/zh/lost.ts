import type { lost as en } from '../en/lost.ts';

export const lost: { readonly [Key in keyof typeof en]: string } = {
  'layout.not_found_title': '此页面目前无法使用',
  'layout.not_found_text': '此页面目前无法使用，请稍后再试。',
  'layout.not_found_search': '不如找点好吃的：',
  'layout.error_title': '袋子脱线了',
  'layout.error_text': '我们这边出了点问题，您的购物车安然无恙。',
  'layout.to_home': '返回首页',
};
