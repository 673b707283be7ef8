import type { deliveryRunEndpoints } from '@shop/contract/delivery-runs';
import type { staffDeliveryEndpoints } from '@shop/contract/staff/staff-delivery';
import type { Handlers } from '../../context.ts';
import { addDeliveryPhoto, deliverStop, failStop, readDriversRun } from './drivers-run.ts';
import { readManifest } from './manifest.ts';
import {
  addRun,
  closeRun,
  countRunCash,
  listDriverCash,
  listRuns,
  readDeliveryPhoto,
  readRun,
  renewRunLink,
  revokeRunLink,
} from './runs.ts';

export const staffDeliveryHandlers: Handlers<keyof typeof staffDeliveryEndpoints> = {
  'staff.manifest': (ctx, { query }) => readManifest(ctx, query.day),
  'staff.runs': (ctx, { query }) => listRuns(ctx, query),
  'staff.run': async (ctx, { params }) => ({ run: await readRun(ctx, params.id) }),
  'staff.addRun': (ctx, { body }) => addRun(ctx, body),
  'staff.renewRunLink': (ctx, { params }) => renewRunLink(ctx, params.id),
  'staff.revokeRunLink': async (ctx, { params }) => ({ run: await revokeRunLink(ctx, params.id) }),
  'staff.closeRun': async (ctx, { params }) => ({ run: await closeRun(ctx, params.id) }),
  'staff.countRunCash': async (ctx, { params, body }) => ({ run: await countRunCash(ctx, params.id, body) }),
  'staff.driverCash': (ctx, { query }) => listDriverCash(ctx, query),
  'staff.deliveryPhoto': (ctx, { params }) => readDeliveryPhoto(ctx, params.id, params.order_id),
};

export const deliveryRunHandlers: Handlers<keyof typeof deliveryRunEndpoints> = {
  'deliveryRuns.current': (ctx) => readDriversRun(ctx),
  'deliveryRuns.addPhoto': async (ctx, { params, body }) => {
    await addDeliveryPhoto(ctx, params.order_id, body.picture);
    return { success: true };
  },
  'deliveryRuns.deliver': (ctx, { params, body }) => deliverStop(ctx, params.order_id, body),
  'deliveryRuns.fail': (ctx, { params, body }) => failStop(ctx, params.order_id, body),
};
