import type { staffCatalogEndpoints } from '@shop/contract/staff/staff-catalog';
import type { Handlers } from '../context.ts';
import { listGoods, setOnSale, setStock } from './staff-catalog.ts';

export const staffCatalogHandlers: Handlers<keyof typeof staffCatalogEndpoints> = {
  'staff.goods': (ctx, { query }) => listGoods(ctx, query),
  'staff.setStock': (ctx, { body }) => setStock(ctx, body),
  'staff.setOnSale': (ctx, { body }) => setOnSale(ctx, body),
};
