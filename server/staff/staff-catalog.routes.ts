import type { staffCatalogEndpoints } from '@shop/contract/staff/staff-catalog';
import type { Handlers } from '../context.ts';
import { setOnSale, setStock } from './staff-catalog.ts';

export const staffCatalogHandlers: Handlers<keyof typeof staffCatalogEndpoints> = {
  'staff.setStock': (ctx, { body }) => setStock(ctx, body),
  'staff.setOnSale': (ctx, { body }) => setOnSale(ctx, body),
};
