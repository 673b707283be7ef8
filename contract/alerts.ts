/** Alerts: requests of customers and guests to be notified when a product is back in stock or its price falls. */
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { productRow } from './catalog.ts';
import { id, textLine, time, uuid } from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';
import { money } from './money.ts';

export const ALERT_KINDS = ['back-in-stock', 'price-drop'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
const alertKind = v.picklist(ALERT_KINDS);

const alert = v.object({
  id: v.string(),
  kind: alertKind,
  product: productRow,
  variation_option_id: v.nullable(v.string()),
  /** The price at the request or in the last message; a fall of at least 5 % below it is the next message. */
  price: v.nullable(money()),
  state: v.picklist(['active', 'ended']),
  created_at: time(),
  notified_at: v.nullable(time()),
  ended_at: v.nullable(time()),
});

/** The token of a signed link in a mail. */
const alertLinkToken = v.object({ token: v.pipe(v.string(), v.maxLength(100)) });

/** The alert that the page of a link shows. */
const linkedAlert = v.object({
  kind: alertKind,
  state: v.picklist(['active', 'ended']),
  product: v.object({ slug: v.string(), name: v.string() }),
});

export const alertsEndpoints = {
  'alerts.list': endpoint('alerts.list', {
    access: 'me',
    summary: 'Alerts of products that are sold, active ones first',
    query: listQuery(),
    response: listPage(alert),
  }),
  'alerts.add': endpoint('alerts.add', {
    access: 'guest',
    summary: 'Requests an alert; a guest confirms it by the link of a mail',
    body: v.object({
      kind: alertKind,
      product_id: id(),
      variation_option_id: v.optional(v.nullable(id())),
      /** The email of a guest; a customer is notified by the channels of the account. */
      email: v.optional(textLine(254)),
    }),
    /** `id`: a customer's alert; null for guests, whether or not the address is known. */
    response: v.object({ success: v.boolean(), id: v.nullable(v.string()) }),
    status: 201,
    refusals: ['request.not_found', 'alerts.in_stock', 'alerts.too_many', 'email.required', 'email.invalid'],
  }),
  'alerts.remove': endpoint('alerts.remove', {
    access: 'me',
    summary: 'Ends an alert',
    params: v.object({ id: uuid() }),
    response: v.object({ success: v.boolean() }),
    refusals: ['request.not_found'],
  }),
  'alerts.confirm': endpoint('alerts.confirm', {
    access: 'open',
    summary: 'Confirms a guest’s alert by its signed link',
    body: alertLinkToken,
    response: linkedAlert,
    refusals: ['alerts.link'],
  }),
  'alerts.end': endpoint('alerts.end', {
    access: 'open',
    summary: 'Ends an alert by its signed link, without signing in',
    body: alertLinkToken,
    response: linkedAlert,
    refusals: ['alerts.link'],
  }),
};
