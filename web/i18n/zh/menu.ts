import type { menu as en } from '../en/menu.ts';

export const menu: { readonly [Key in keyof typeof en]: string } = {
  'menu.deal': '{name}特价',
  'menu.dietary': '按饮食需求',
  'menu.more': '更多',
};
