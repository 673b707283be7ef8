import type { staffCampaignsEndpoints } from '@shop/contract/staff/staff-campaigns';
import type { Handlers } from '../../context.ts';
import { addCampaign, cancelCampaign, listCampaigns, readCampaign } from './campaigns.ts';

export const staffCampaignsHandlers: Handlers<keyof typeof staffCampaignsEndpoints> = {
  'staff.campaigns': (ctx, { query }) => listCampaigns(ctx, query),
  'staff.campaign': (ctx, { params }) => readCampaign(ctx, params.id),
  'staff.addCampaign': (ctx, { body }) => addCampaign(ctx, body),
  'staff.cancelCampaign': (ctx, { params }) => cancelCampaign(ctx, params.id),
};
