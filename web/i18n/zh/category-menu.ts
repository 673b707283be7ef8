import type { categoryMenu as en } from '../en/category-menu.ts';

export const categoryMenu: { readonly [Key in keyof typeof en]: string } = {
  'menu.deal': '{name}特价',
  'menu.dietary': '按饮食需求',
  'menu.more': '更多',
};
