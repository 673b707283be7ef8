import type { wishlist as en } from '../en/wishlist.ts';

export const wishlist: { readonly [Key in keyof typeof en]: string } = {
  'wishlist.add': '加入我的最爱',
  'wishlist.remove': '从我的最爱移除',
  'wishlist.added': '已成功加入我的最爱。',
  'wishlist.removed': '已成功从我的最爱移除。',
  'wishlist.failed': '未能保存我的最爱。',
  'wishlist.none': '我的最爱还没有商品',
  'wishlist.none_text': '点商品上的心形，即可收藏到这里。',
  'wishlist.available': '只看有货',
  'wishlist.none_available': '您的最爱目前都没有货。',
  'wishlist.count': '{count, plural, other {# 件商品}}',
};
