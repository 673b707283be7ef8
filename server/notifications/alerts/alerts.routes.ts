import type { alertsEndpoints } from '@shop/contract/alerts';
import type { Handlers } from '../../context.ts';
import { addAlert, followAlertLink, listAlerts, removeAlert } from './alerts.ts';

export const alertsHandlers: Handlers<keyof typeof alertsEndpoints> = {
  'alerts.list': (ctx, { query }) => listAlerts(ctx, query),
  'alerts.add': (ctx, { body }) => addAlert(ctx, body),
  'alerts.remove': (ctx, { params }) => removeAlert(ctx, params.id),
  'alerts.confirm': (ctx, { body }) => followAlertLink(ctx, 'confirmAlert', body.token),
  'alerts.end': (ctx, { body }) => followAlertLink(ctx, 'endAlert', body.token),
};
