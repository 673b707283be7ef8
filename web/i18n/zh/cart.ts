import type { cart as en } from '../en/cart.ts';

export const cart: { readonly [Key in keyof typeof en]: string } = {
  'cart.title': '您的袋子',
  'cart.empty_title': '您的袋子是空的',
  'cart.empty_text': '货架上可是满满的。',
  'cart.empty_action': '看看热销商品',
};
