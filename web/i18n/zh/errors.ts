import type { errors as en } from '../en/errors.ts';

export const errors: { readonly [Key in keyof typeof en]: string } = {
  'layout.not_found_title': '找不到这个页面',
  'layout.not_found_text': '此页面目前无法显示，请稍后再试。',
  'layout.not_found_search': '或者搜索商品：',
  'layout.error_title': '出了点问题',
  'layout.error_text': '未能显示此页面，您的购物车没有受影响，请再试一次。',
  'layout.connection_title': '网络已断开',
  'layout.connection_text': '恢复联网后会自动打开此页面。您的购物车已保存在这台设备上。',
  'layout.connection_cart': '打开购物车',
  'layout.offline_part': '您已离线，这部分之前没有保存，恢复联网后会自动加载。',
  'layout.to_home': '返回首页',
};
