import type { staffTodayEndpoints } from '@shop/contract/staff/staff-today';
import type { Handlers } from '../../context.ts';
import { listFailedNotifications, listLowStock, listSearchMisses, readToday } from './today.ts';

export const staffTodayHandlers: Handlers<keyof typeof staffTodayEndpoints> = {
  'staff.today': (ctx) => readToday(ctx),
  'staff.lowStock': (ctx, { query }) => listLowStock(ctx, query),
  'staff.searchMisses': (ctx, { query }) => listSearchMisses(ctx, query),
  'staff.failedNotifications': (ctx, { query }) => listFailedNotifications(ctx, query),
};
