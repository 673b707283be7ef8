import type { app as en } from '../en/app.ts';

export const app: { readonly [Key in keyof typeof en]: string } = {
  'app.open_title': '在 App 里继续',
  'app.opening': '正在打开 App…',
  'app.opened': '您可以在 App 里接着看，也可以留在这里。',
  'app.unopened': 'App 没有打开。请到应用商店下载，或留在这里继续。',
  'app.unopened_plain': 'App 没有打开。您在这里也能照常购物。',
  'app.open': '打开 App',
  'app.get': '下载 App',
  'app.stay': '继续用浏览器',
  'app.installed': '刚装好 App？',
  'app.continue': '在 App 里打开此页',
  'app.title': '手机 App',
  'app.intro': '整间店随身带：账户、购物车和优惠都跟网站一样。',
  'app.offline': '没有网络也能用：最近看过的商品、购物车和会员卡都存在手机里。',
  'app.push': '订单一有进展，手机马上收到通知。',
  'app.brightness': '打开会员卡时屏幕自动调到最亮，在柜台一扫即可。',
  'app.ios': '到 App Store 下载',
  'app.android': '到 Google Play 下载',
  'app.none': 'App 还没有上架。您用手机浏览本网站也一样方便。',
  'app.scan': '用手机相机扫描，即可在手机上打开此页。',
  'app.qr': '此页的二维码',
};
