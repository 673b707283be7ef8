import type { staffPickingEndpoints } from '@shop/contract/staff/staff-picking';
import type { CatalogIndex } from '../catalog/index/catalog-index.ts';
import type { Handlers } from '../context.ts';
import { buildOrderWithNotifications } from '../notifications/staff-notifications.ts';
import { listPickBatches, listReplacements, readPickBatch } from './pick-batches.ts';
import {
  addOrderNote,
  changeOrderTags,
  claimStaffOrder,
  decideStaffLine,
  listOrderTags,
  packStaffOrder,
  releaseStaffOrder,
  removeOrderNote,
  setOrderTags,
  undoStaffLine,
} from './staff-picking.ts';

/** Creates the handlers, which query the catalogue index for replacements. */
export const staffPickingHandlers = (index: CatalogIndex): Handlers<keyof typeof staffPickingEndpoints> => ({
  'staff.pickBatches': async (ctx, { query }) => ({ data: await listPickBatches(ctx, query) }),

  'staff.pickBatch': (ctx, { params, query }) => readPickBatch(ctx, params.batch, query.delivery_method),

  'staff.replacements': async (ctx, { query }) => ({ data: await listReplacements(ctx, index, query) }),

  'staff.claimOrder': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await claimStaffOrder(ctx, params.id, body)),

  'staff.releaseOrder': async (ctx, { params }) =>
    buildOrderWithNotifications(ctx, await releaseStaffOrder(ctx, params.id)),

  'staff.findLine': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await decideStaffLine(ctx, 'staff.findLine', params, body)),

  'staff.shortLine': async (ctx, { params, body: { quantity_found, ...body } }) =>
    buildOrderWithNotifications(
      ctx,
      await decideStaffLine(ctx, 'staff.shortLine', params, {
        ...body,
        quantity: quantity_found,
        field: 'quantity_found',
      }),
    ),

  'staff.replaceLine': async (ctx, { params, body }) => {
    const { quantity_found, stock_left, done_at, ...replacing } = body;
    const decision = { quantity: quantity_found, field: 'quantity_found', stock_left, done_at, replacing } as const;
    return buildOrderWithNotifications(ctx, await decideStaffLine(ctx, 'staff.replaceLine', params, decision));
  },

  'staff.undoLine': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await undoStaffLine(ctx, params, body.done_at)),

  'staff.packOrder': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await packStaffOrder(ctx, params.id, body)),

  'staff.addOrderNote': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await addOrderNote(ctx, params.id, body.text)),

  'staff.removeOrderNote': async (ctx, { params }) =>
    buildOrderWithNotifications(ctx, await removeOrderNote(ctx, params)),

  'staff.setOrderTags': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await setOrderTags(ctx, params.id, body)),

  'staff.changeOrderTags': async (ctx, { params, body }) =>
    buildOrderWithNotifications(ctx, await changeOrderTags(ctx, params.id, body)),

  'staff.orderTags': async (ctx) => ({ data: await listOrderTags(ctx) }),
});
