/**
 * The data of every screen: maps react-admin's resources to the staff API's endpoints, with the contract's typed
 * client. `screens.test.ts` reports staff endpoints that no screen calls.
 */
import type { RequestOf, ResponseOf } from '@shop/contract/api/client';
import { parseLang } from '@shop/core/lang';
import { AUDITED_KINDS } from '@shop/core/staff/audited-kinds';
import type { DataProvider, GetListParams, Identifier, RaRecord } from 'ra-core';
import { currentLocale } from '../i18n/current-locale.ts';
import { call, type StaffEndpointName } from './api.ts';

type Body<Name extends StaffEndpointName> = RequestOf<Name> extends { body?: infer Value } ? NonNullable<Value> : never;
/** The query of a list (contract/list-query.ts), with parameters that only some lists have. */
type EndpointQuery = Record<string, string | undefined>;
type ListResponse = { data: readonly object[]; total?: number };

/** The fields of a list's `search`, its own parameters, and the fields of its `orderBy`. */
type ListRules = { search?: readonly string[]; query?: readonly string[]; sort?: readonly string[] };

type Resource = ListRules & {
  /** The endpoint whose roles may open the resource. */
  needs: StaffEndpointName;
  list?(query: EndpointQuery): Promise<ListResponse>;
  one?(id: string): Promise<object>;
  /** The field that identifies a record, `id` by default. */
  key?: string;
  actions?: Readonly<Record<string, (id: string, body: never, key: string) => Promise<unknown>>>;
};

/** Builds the part of a query that requests the API's texts in the office's language. */
const inLang = () => ({ lang: parseLang(currentLocale()) });
const byId = (id: string) => ({ params: { id }, query: inLang() });
const withBody = <Value>(id: string, body: Value) => ({ ...byId(id), body });

/** The body of a decision about a line of an order, with the line's id. */
type LineDecisionRequest<Name extends StaffEndpointName> = Body<Name> & { line: string };

/** The office's resources. Actions are all other calls; their third argument is an idempotency key. */
export const RESOURCES = {
  orders: {
    needs: 'staff.orders',
    list: (query) => call('staff.orders', { query }),
    one: async (id) => (await call('staff.order', byId(id))).order,
    search: ['status', 'payment_status', 'payment_method', 'delivery_method', 'slot'],
    query: ['slot_date', 'ordered_from', 'ordered_to', 'tag', 'ready', 'late', 'expiring'],
    sort: ['created_at', 'slot', 'payment_method', 'payment_status'],
    actions: {
      advance: async (id, body: Body<'staff.advanceOrder'>) =>
        (await call('staff.advanceOrder', withBody(id, body))).order,
      cancel: async (id, body: Body<'staff.cancelOrder'>) =>
        (await call('staff.cancelOrder', withBody(id, body))).order,
      changeDelivery: async (id, body: Body<'staff.changeDelivery'>, idempotencyKey) =>
        (await call('staff.changeDelivery', withBody(id, body), { idempotencyKey })).order,
      failDelivery: async (id, body: Body<'staff.failDelivery'>, idempotencyKey) =>
        (await call('staff.failDelivery', withBody(id, body), { idempotencyKey })).order,
      addNote: async (id, body: Body<'staff.addOrderNote'>, idempotencyKey) =>
        call('staff.addOrderNote', withBody(id, body), { idempotencyKey }),
      removeNote: (id, { note }: { note: string }) =>
        call('staff.removeOrderNote', { params: { id, note }, query: inLang() }),
      changeTags: async (id, body: Body<'staff.changeOrderTags'>) =>
        (await call('staff.changeOrderTags', withBody(id, body))).order,
      resendMail: (id, body: Body<'staff.resendMail'>, idempotencyKey) =>
        call('staff.resendMail', withBody(id, body), { idempotencyKey }),
      refund: (id, body: Body<'staff.refundOrder'>, idempotencyKey) =>
        call('staff.refundOrder', withBody(id, body), { idempotencyKey }),
    },
  },
  picking: {
    needs: 'staff.pickBatches',
    list: () => call('staff.pickBatches', { query: inLang() }),
    one: (batch) => call('staff.pickBatch', { params: { batch }, query: inLang() }),
    actions: {
      claim: (id, body: Body<'staff.claimOrder'>, idempotencyKey) =>
        call('staff.claimOrder', withBody(id, body), { idempotencyKey }),
      release: (id, body: Body<'staff.releaseOrder'>, idempotencyKey) =>
        call('staff.releaseOrder', withBody(id, body), { idempotencyKey }),
      find: (id, { line, ...body }: LineDecisionRequest<'staff.findLine'>, idempotencyKey) =>
        call('staff.findLine', { params: { id, line }, query: inLang(), body }, { idempotencyKey }),
      short: (id, { line, ...body }: LineDecisionRequest<'staff.shortLine'>, idempotencyKey) =>
        call('staff.shortLine', { params: { id, line }, query: inLang(), body }, { idempotencyKey }),
      replace: (id, { line, ...body }: LineDecisionRequest<'staff.replaceLine'>, idempotencyKey) =>
        call('staff.replaceLine', { params: { id, line }, query: inLang(), body }, { idempotencyKey }),
      undo: (id, { line, ...body }: LineDecisionRequest<'staff.undoLine'>, idempotencyKey) =>
        call('staff.undoLine', { params: { id, line }, query: inLang(), body }, { idempotencyKey }),
      pack: (id, body: Body<'staff.packOrder'>, idempotencyKey) =>
        call('staff.packOrder', withBody(id, body), { idempotencyKey }),
      suggest: async (order, query: { line: string; q?: string }) =>
        (await call('staff.replacements', { query: { ...inLang(), order, ...query } })).data,
    },
  },
  manifest: {
    needs: 'staff.manifest',
    one: (day) => call('staff.manifest', { query: { ...inLang(), day } }),
  },
  runs: {
    needs: 'staff.runs',
    list: (query) => call('staff.runs', { query }),
    one: async (id) => (await call('staff.run', byId(id))).run,
    search: ['driver'],
    query: ['day', 'open'],
    actions: {
      add: (_, body: Body<'staff.addRun'>, idempotencyKey) =>
        call('staff.addRun', { query: inLang(), body }, { idempotencyKey }),
      renewLink: (id) => call('staff.renewRunLink', byId(id)),
      revokeLink: (id) => call('staff.revokeRunLink', byId(id)),
      close: (id) => call('staff.closeRun', byId(id)),
      countCash: (id, body: Body<'staff.countRunCash'>) => call('staff.countRunCash', withBody(id, body)),
      photo: (id, { order_id }: { order_id: string }) =>
        call('staff.deliveryPhoto', { params: { id, order_id }, query: inLang() }),
    },
  },
  driverCash: {
    needs: 'staff.driverCash',
    list: async (query) => {
      const page = await call('staff.driverCash', { query });
      return { ...page, data: page.data.map((each) => ({ ...each, id: `${each.day} ${each.driver}` })) };
    },
    search: ['driver'],
    query: ['day', 'differs'],
  },
  cancellations: {
    needs: 'staff.cancellations',
    list: (query) => call('staff.cancellations', { query }),
    search: ['state', 'order_number'],
    actions: {
      approve: (id, body: Body<'staff.approveCancellation'>) => call('staff.approveCancellation', withBody(id, body)),
      reject: (id, body: Body<'staff.rejectCancellation'>) => call('staff.rejectCancellation', withBody(id, body)),
    },
  },
  refunds: {
    needs: 'staff.paymentRefunds',
    list: (query) => call('staff.paymentRefunds', { query }),
    search: ['state', 'order_number', 'reference'],
    query: ['unsettled', 'from', 'to'],
    actions: {
      approve: (id) => call('staff.approveRefund', byId(id)),
      send: (id, body: Body<'staff.sendRefund'>) => call('staff.sendRefund', withBody(id, body)),
      settle: (id, body: Body<'staff.settleRefund'>) => call('staff.settleRefund', withBody(id, body)),
      fail: (id, body: Body<'staff.failRefund'>) => call('staff.failRefund', withBody(id, body)),
      requestAgain: (id) => call('staff.requestRefundAgain', byId(id)),
      withdraw: (id, body: Body<'staff.withdrawRefund'>) => call('staff.withdrawRefund', withBody(id, body)),
    },
  },
  attempts: {
    needs: 'staff.attempts',
    key: 'reference',
    list: (query) => call('staff.attempts', { query }),
    search: ['state', 'order_number', 'reference'],
    query: ['unresolved', 'unsettled', 'from', 'to'],
    actions: {
      requery: (reference) => call('staff.requery', { params: { reference }, query: inLang() }),
    },
  },
  cash: {
    needs: 'staff.cashDifferences',
    list: (query) => call('staff.cashDifferences', { query }),
    search: ['order_number'],
  },
  settlement: {
    needs: 'staff.reconcile',
    actions: {
      reconcile: (_, { csv, from, to }: { csv: string; from?: string; to?: string }) =>
        call('staff.reconcile', { query: { ...inLang(), from, to }, body: { csv } }),
    },
  },
  wallets: {
    needs: 'staff.wallets',
    one: (customer) => call('staff.wallets', { params: { customer }, query: inLang() }),
    actions: {
      adjust: (customer, body: Body<'staff.adjustWallet'>, idempotencyKey) =>
        call('staff.adjustWallet', { params: { customer }, query: inLang(), body }, { idempotencyKey }),
      check: () => call('staff.checkWallets', { query: inLang() }),
    },
  },
  liability: { needs: 'staff.walletLiability', one: () => call('staff.walletLiability', { query: inLang() }) },
  approvals: {
    needs: 'staff.approvals',
    list: (query) => call('staff.approvals', { query }),
    search: ['state', 'kind'],
    query: ['to_approve'],
    actions: {
      approve: async (id) => (await call('staff.approve', byId(id))).approval,
      reject: async (id, body: Body<'staff.reject'>) => (await call('staff.reject', withBody(id, body))).approval,
    },
  },
  me: { needs: 'staff.me', one: async () => (await call('staff.me', { query: inLang() })).me },
  storeReferrals: {
    needs: 'staff.storeReferrals',
    key: 'outlet',
    list: () => call('staff.storeReferrals', { query: inLang() }),
    actions: { readLink: (code) => call('staff.referralLink', { params: { code }, query: inLang() }) },
  },
  sessions: {
    needs: 'staff.sessions',
    list: (query) => call('staff.sessions', { query }),
    actions: { end: (id) => call('staff.endSession', byId(id)) },
  },
  account: {
    needs: 'staff.me',
    one: async () => (await call('staff.secondFactor', { query: inLang() })).second_factor,
    actions: {
      begin: () => call('staff.beginSecondFactor', { query: inLang() }),
      confirm: (_, body: Body<'staff.confirmSecondFactor'>) =>
        call('staff.confirmSecondFactor', { query: inLang(), body }),
      newRecoveryCodes: (_, body: Body<'staff.newRecoveryCodes'>) =>
        call('staff.newRecoveryCodes', { query: inLang(), body }),
      remove: (_, body: Body<'staff.removeSecondFactor'>) =>
        call('staff.removeSecondFactor', { query: inLang(), body }),
      changePassword: (_, body: Body<'staff.changePassword'>) =>
        call('staff.changePassword', { query: inLang(), body }),
    },
  },
  accounts: {
    needs: 'staff.accounts',
    list: (query) => call('staff.accounts', { query }),
    actions: {
      add: (_, body: Body<'staff.addAccount'>) => call('staff.addAccount', { query: inLang(), body }),
      disable: async (id) => (await call('staff.disableAccount', byId(id))).staff,
      enable: async (id) => (await call('staff.enableAccount', byId(id))).staff,
      changeRoles: async (id, body: Body<'staff.changeRoles'>) =>
        (await call('staff.changeRoles', withBody(id, body))).staff,
      resetSecondFactor: async (id) => (await call('staff.resetSecondFactor', byId(id))).staff,
      endSessions: async (id) => (await call('staff.endAccountSessions', byId(id))).staff,
    },
  },
  tillKeys: {
    needs: 'staff.tillKeys',
    list: (query) => call('staff.tillKeys', { query }),
    actions: {
      add: (_, body: Body<'staff.addTillKey'>) => call('staff.addTillKey', { query: inLang(), body }),
      disable: (id) => call('staff.disableTillKey', byId(id)),
    },
  },
  orderTags: {
    needs: 'staff.orderTags',
    key: 'tag',
    list: (query) => call('staff.orderTags', { query }),
  },
  audit: {
    needs: 'staff.audit',
    list: (query) => call('staff.audit', { query }),
    search: ['action', 'subject', 'staff_email'],
  },
  recordAudit: {
    needs: 'staff.recordAudit',
    list: ({ kind, id = '', ...query }) =>
      call('staff.recordAudit', {
        params: { kind: AUDITED_KINDS.find((each) => each === kind) ?? 'order', id },
        query,
      }),
    query: ['kind', 'id'],
  },
  goods: {
    needs: 'staff.goods',
    list: async (query) => {
      const { data, total } = await call('staff.goods', { query });
      return { data: data.map((row) => ({ ...row, id: `${row.product_id} ${row.variation_option_id ?? ''}` })), total };
    },
    query: ['off_sale'],
  },
  stock: {
    needs: 'staff.setStock',
    actions: {
      set: (_, body: Body<'staff.setStock'>) => call('staff.setStock', { query: inLang(), body }),
      setOnSale: (_, body: Body<'staff.setOnSale'>) => call('staff.setOnSale', { query: inLang(), body }),
    },
  },
  prices: {
    needs: 'staff.prices',
    one: async (code) => (await call('staff.prices', { query: { ...inLang(), code } })).prices,
    actions: {
      change: (id, body: Body<'staff.changePrices'>) => call('staff.changePrices', withBody(id, body)),
    },
  },
  campaigns: {
    needs: 'staff.campaigns',
    list: (query) => call('staff.campaigns', { query }),
    one: async (id) => (await call('staff.campaign', byId(id))).campaign,
    actions: {
      add: async (_, body: Body<'staff.addCampaign'>, idempotencyKey) =>
        (await call('staff.addCampaign', { query: inLang(), body }, { idempotencyKey })).campaign,
      cancel: async (id) => (await call('staff.cancelCampaign', byId(id))).campaign,
    },
  },
  today: { needs: 'staff.today', one: () => call('staff.today', { query: inLang() }) },
  lowStock: {
    needs: 'staff.lowStock',
    list: async (query) => {
      const { data, total } = await call('staff.lowStock', { query });
      return { data: data.map((row) => ({ ...row, id: `${row.product_id} ${row.variation_option_id ?? ''}` })), total };
    },
    query: ['negative'],
  },
  searchMisses: {
    needs: 'staff.searchMisses',
    list: async (query) => {
      const { data, total } = await call('staff.searchMisses', { query });
      return { data: data.map((row) => ({ ...row, id: `${row.lang} ${row.keyword}` })), total };
    },
    query: ['recent'],
  },
  failedMessages: {
    needs: 'staff.failedNotifications',
    list: async (query) => {
      const { data, total } = await call('staff.failedNotifications', { query });
      return { data: data.map((row) => ({ ...row, id: `${row.notification_id} ${row.channel}` })), total };
    },
    search: ['channel'],
    query: ['recent'],
  },
  customers: {
    needs: 'staff.customers',
    list: (query) => call('staff.customers', { query }),
    sort: ['name', 'created_at'],
    one: async (id) => (await call('staff.customer', byId(id))).customer,
    actions: {
      addNote: async (id, body: Body<'staff.addCustomerNote'>, idempotencyKey) =>
        (await call('staff.addCustomerNote', withBody(id, body), { idempotencyKey })).note,
      removeNote: (id, { note }: { note: string }) =>
        call('staff.removeCustomerNote', { params: { id, note }, query: inLang() }),
      block: async (id, body: Body<'staff.blockCustomer'>) =>
        (await call('staff.blockCustomer', withBody(id, body))).customer,
      unblock: async (id, body: Body<'staff.unblockCustomer'>) =>
        (await call('staff.unblockCustomer', withBody(id, body))).customer,
    },
  },
  closing: { needs: 'staff.closing', one: (day) => call('staff.closing', { query: { ...inLang(), day } }) },
} satisfies Record<string, Resource>;

export type ResourceName = keyof typeof RESOURCES;
type Actions<Name extends ResourceName> = (typeof RESOURCES)[Name] extends { actions: infer Values } ? Values : never;
export type ActionName<Name extends ResourceName> = keyof Actions<Name> & string;
// biome-ignore lint/suspicious/noExplicitAny: reads the parameter types of any action
type AnyAction = (id: string, body: any, key: string) => Promise<unknown>;
export type ActionBody<
  Name extends ResourceName,
  Action extends ActionName<Name>,
> = Actions<Name>[Action] extends AnyAction ? Parameters<Actions<Name>[Action]>[1] : never;
export type ActionResult<
  Name extends ResourceName,
  Action extends ActionName<Name>,
> = Actions<Name>[Action] extends AnyAction ? Awaited<ReturnType<Actions<Name>[Action]>> : never;
/** A record of a list, as the contract's response has it. */
export type RecordOf<Name extends ResourceName> = (typeof RESOURCES)[Name] extends {
  list(query: EndpointQuery): Promise<{ data: (infer Item)[] }>;
}
  ? Item
  : never;

export const requireResource = (name: string): Resource => {
  const resource: Resource | undefined = (RESOURCES as Record<string, Resource>)[name];
  if (resource === undefined) throw new Error(`The office has no resource ${name}`);
  return resource;
};

type ListFilter = Readonly<Record<string, unknown>>;
const isSet = (value: unknown) => value !== undefined && value !== null && value !== '' && value !== false;

/**
 * Builds a list's query from react-admin's filter, sort and page. `q` is free text; a filter with several values
 * becomes `in`.
 */
export function buildListQuery(rules: ListRules, { filter = {}, sort, pagination }: GetListParams): EndpointQuery {
  const values: ListFilter = filter;
  const fields = (rules.search ?? []).filter((field) => isSet(values[field]));
  const listFields = fields.filter((field) => Array.isArray(values[field]));
  // A semicolon would start another condition of the search.
  const freeText = isSet(values.q) ? [String(values.q).replaceAll(';', ' ').trim()] : [];
  const conditions = [...freeText, ...fields.map((field) => `${field}:${String(values[field])}`)].filter(Boolean);
  const isSorted = sort !== undefined && rules.sort?.includes(sort.field);
  return {
    lang: parseLang(currentLocale()),
    search: conditions.length === 0 ? undefined : conditions.join(';'),
    searchJoin: 'and',
    searchFields: listFields.length === 0 ? undefined : listFields.map((field) => `${field}:in`).join(';'),
    orderBy: isSorted ? sort.field : undefined,
    sortedBy: isSorted ? sort.order.toLowerCase() : undefined,
    page: pagination === undefined ? undefined : String(pagination.page),
    limit: pagination === undefined ? undefined : String(pagination.perPage),
    ...Object.fromEntries(
      (rules.query ?? [])
        .filter((name) => isSet(values[name]))
        .map((name) => [name, values[name] === true ? '1' : String(values[name])]),
    ),
  };
}

/** Adds the `id` that react-admin needs. */
const toRecord = (resource: Resource, value: object, id?: Identifier): RaRecord => {
  const fields: Record<string, unknown> = { ...value };
  return { ...fields, id: String(fields[resource.key ?? 'id'] ?? id) };
};

async function readList(name: string, params: GetListParams) {
  const resource = requireResource(name);
  if (resource.list === undefined) throw new Error(`${name} is no list`);
  const { data, total } = await resource.list(buildListQuery(resource, params));
  return { data: data.map((each) => toRecord(resource, each)), total: total ?? data.length };
}

async function readOne(name: string, id: Identifier): Promise<RaRecord> {
  const resource = requireResource(name);
  if (resource.one === undefined) throw new Error(`${name} has no records of their own`);
  return toRecord(resource, await resource.one(String(id)), id);
}

export async function runAction<Name extends ResourceName, Action extends ActionName<Name>>(
  name: Name,
  action: Action,
  id: string,
  body: ActionBody<Name, Action>,
  key: string = crypto.randomUUID(),
): Promise<ActionResult<Name, Action>> {
  const run = (requireResource(name).actions as Record<string, AnyAction> | undefined)?.[action];
  if (run === undefined) throw new Error(`${name} has no action ${action}`);
  return (await run(id, body, key)) as ActionResult<Name, Action>;
}

const rejectWrite = (): never => {
  throw new Error('The staff API changes records by actions: see runAction');
};

/** The `meta` of react-admin's update: an action and its body. */
type ActionMeta = { action: string; body?: object };

async function update(name: string, id: Identifier, meta: ActionMeta): Promise<RaRecord> {
  const resource = requireResource(name);
  const run = (resource.actions as Record<string, AnyAction> | undefined)?.[meta.action];
  if (run === undefined) throw new Error(`${name} has no action ${meta.action}`);
  return toRecord(resource, Object(await run(String(id), meta.body ?? {}, crypto.randomUUID())), id);
}

// biome-ignore lint/suspicious/noExplicitAny: react-admin's interface leaves the record's type to the caller
const asAny = (value: unknown): any => value;

export const dataProvider: DataProvider = {
  getList: async (name, params) => asAny(await readList(name, params)),
  getOne: async (name, { id }) => asAny({ data: await readOne(name, id) }),
  getMany: async (name, { ids }) => asAny({ data: await Promise.all(ids.map((id) => readOne(name, id))) }),
  getManyReference: async (name, { target, id, filter, pagination, sort }) =>
    asAny(await readList(name, { filter: { ...filter, [target]: id }, pagination, sort })),
  update: async (name, { id, meta }) => asAny({ data: await update(name, id, meta) }),
  updateMany: async (name, { ids, meta }) => {
    const results = await Promise.allSettled(ids.map((id) => update(name, id, meta)));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    return asAny({ data: ids });
  },
  create: rejectWrite,
  delete: rejectWrite,
  deleteMany: rejectWrite,
};

export type StaffOrderRecord = ResponseOf<'staff.order'>['order'];
