import type { aisleMenu as en } from '../en/aisle-menu.ts';

export const aisleMenu: { readonly [Key in keyof typeof en]: string } = {
  'menu.deal': '{name}特价',
  'menu.dietary': '按饮食需求',
  'menu.more': '更多',
};
