/**
 * Prices of a product, as staff change them (docs/readings.md#102): regular prices, promotions, shocking deals and
 * prices of groups. They are written as the daily files write theirs, so that lists, search and caches follow. Changes
 * above the shop's limit wait for a second person.
 */
import { createHash } from 'node:crypto';
import {
  type PriceRequest,
  productPrices as productPricesSchema,
  type StaffProductPrices,
} from '@shop/contract/staff/staff-prices';
import { textIn } from '@shop/core/lang';
import { type Sen, senToText, textToSen } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import type { AuditedPriceName } from '@shop/core/staff/audited-changes';
import { type ChangedPrice, measurePriceChangePercent, measurePriceChangeSen } from '@shop/core/staff/prices';
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import { lockProducts } from '../catalog/listing/listing.sql.ts';
import type { Ctx } from '../context.ts';
import { type PriceChange, type SalePeriod, writePriceChanges } from '../import/stock-and-prices/update-prices.ts';
import { Refused, refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import type { ApprovalRow, PriceChangeApproval } from './staff-approvals.sql.ts';
import { listPending, readApprovalSettings, requestApproval } from './staff-approvals.ts';
import { goodsByCode } from './staff-catalog.sql.ts';
import * as sql from './staff-prices.sql.ts';

type GoodsWithSales = sql.ProductPricesRow['goods'][number];
type GoodsSale = GoodsWithSales['sales'][number];
type ApprovedDifference = PriceChangeApproval['change']['differences'][number];

/** Identifies the prices, those of ended sales included, so that it does not change with time. */
const computeVersion = ({ goods, group_prices }: sql.ProductPricesRow): string =>
  createHash('sha256')
    .update(JSON.stringify([goods.map(({ option_id, price, sales }) => [option_id, price, sales]), group_prices]))
    .digest('base64url')
    .slice(0, 22);

/** Returns whether a sale runs or is planned. */
const isLasting = ({ ends_at }: Pick<GoodsSale, 'ends_at'>, now: Date): boolean =>
  ends_at === null || new Date(ends_at) > now;

const subjectOf = ({ slug }: sql.ProductPricesRow): string => `product ${slug}`;

async function pricesView(ctx: Ctx, product: sql.ProductPricesRow): Promise<StaffProductPrices> {
  const { id, slug, title, goods, group_prices } = product;
  return {
    ...{ id: String(id), slug, name: textIn(ctx.lang, title.en, title.zh), version: computeVersion(product) },
    goods: goods.map(({ option_id, title, sku, price, sales }) => ({
      variation_option_id: option_id === null ? null : String(option_id),
      title: textIn(ctx.lang, title.en, title.zh),
      ...{ sku, price, sales: sales.filter((sale) => isLasting(sale, ctx.now)) },
    })),
    group_prices,
    waiting: await listPending(ctx, 'price_change', subjectOf(product)),
  };
}

const requireProduct = async (ctx: Ctx, id: number): Promise<sql.ProductPricesRow> =>
  (await ctx.db.row(sql.productPrices, [id])) ?? refuse('request.not_found');

/**
 * Reads the prices of a product by a SKU, a barcode or its slug. Refuses `request.not_found` and `catalog.several`.
 */
export async function readPrices(ctx: Ctx, code: string): Promise<StaffProductPrices> {
  const matches = await ctx.db.rows(goodsByCode, [code]);
  const [id, ...others] = new Set(matches.map(({ product_id }) => product_id));
  if (id === undefined) return refuse('request.not_found');
  if (others.length > 0) refuse('catalog.several');
  return pricesView(ctx, await requireProduct(ctx, id));
}

/** Locks a product and reads its prices. Refuses `prices.changed` with the prices as they are now. */
async function lockVersion(ctx: Ctx, id: number, version: string): Promise<sql.ProductPricesRow> {
  await ctx.db.rows(lockProducts, [[id]]);
  const product = await requireProduct(ctx, id);
  if (computeVersion(product) === version) return product;
  const prices = v.parse(productPricesSchema, await pricesView(ctx, product));
  throw new Refused(refusal('prices.changed'), { more: { prices } });
}

type RequestedSale = { sale_price: Sen; starts_at: string | null; ends_at: string | null; is_deal: boolean };

/** Completes the sales of a request. Refuses impossible times and prices. */
function completeSales(requested: readonly RequestedSale[], now: Date): GoodsSale[] {
  const sales = requested.map(({ sale_price, starts_at, ends_at, is_deal }) => ({
    sale_price,
    starts_at: new Date(starts_at ?? now).toISOString(),
    ends_at: ends_at === null ? null : new Date(ends_at).toISOString(),
    is_deal,
  }));
  if (sales.some(({ starts_at, ends_at }) => ends_at !== null && ends_at <= starts_at))
    refuseFields({ sales: [refusal('prices.sale_times')] });
  if (new Set(sales.map(({ starts_at, is_deal }) => `${starts_at} ${is_deal}`)).size < sales.length)
    refuseFields({ sales: [refusal('prices.sale_twice')] });
  return sales.sort((a, b) => a.starts_at.localeCompare(b.starts_at));
}

/**
 * Returns a product's goods with the sales and prices of a request. Ended sales stay, unless a new one begins at the
 * same time.
 */
function applyGoods({ goods }: sql.ProductPricesRow, request: PriceRequest, now: Date): GoodsWithSales[] {
  for (const { variation_option_id } of request.goods) {
    const isKnown = goods.some(({ option_id }) => String(option_id) === String(variation_option_id));
    if (!isKnown) refuse('request.not_found');
  }
  return goods.map((each) => {
    const change = request.goods.find((one) => String(one.variation_option_id) === String(each.option_id));
    const price = change?.price ?? each.price;
    if (change?.sales === undefined) return { ...each, price };
    const requested = completeSales(change.sales, now);
    const ended = each.sales.filter((sale) => !isLasting(sale, now) && !requested.some((one) => isSameSale(one, sale)));
    return { ...each, price, sales: [...ended, ...requested] };
  });
}

const isSameSale = (a: GoodsSale, b: GoodsSale): boolean => a.starts_at === b.starts_at && a.is_deal === b.is_deal;

/** Returns the product with the changes of a request. Refuses prices that contradict each other. */
function applyRequest(product: sql.ProductPricesRow, request: PriceRequest, now: Date): sql.ProductPricesRow {
  const goods = applyGoods(product, request, now);
  for (const { option_id, price, sales } of goods) {
    const isRequested = request.goods.some((each) => String(each.variation_option_id) === String(option_id));
    if (isRequested && sales.some((sale) => isLasting(sale, now) && sale.sale_price >= price))
      refuseFields({ sales: [refusal('prices.sale_too_high')] });
  }
  const cheapest = Math.min(...goods.map(({ price }) => price));
  for (const { group, group_price } of request.group_prices) {
    if (!product.group_prices.some((each) => each.group === group)) refuse('request.not_found');
    if (group_price !== null && group_price > cheapest)
      refuseFields({ group_prices: [refusal('prices.group_too_high')] });
  }
  const group_prices = product.group_prices.map(
    (each) => request.group_prices.find(({ group }) => group === each.group) ?? each,
  );
  return { ...product, goods, group_prices };
}

/** Lists the differences between a product's prices before and after a change, without sales that have ended. */
function listDifferences(ctx: Ctx, before: sql.ProductPricesRow, after: sql.ProductPricesRow): ApprovedDifference[] {
  const none = { group: null, starts_at: null, ends_at: null, ended_at: null };
  const ofGoods = before.goods.flatMap((from, index): ApprovedDifference[] => {
    const to = after.goods[index];
    if (to === undefined) return [];
    const shared = {
      ...none,
      variation_option_id: from.option_id === null ? null : String(from.option_id),
      title: from.option_id === null ? null : textIn(ctx.lang, from.title.en, from.title.zh),
    };
    const price =
      from.price === to.price
        ? []
        : [{ ...shared, of: 'regular' as const, price_before: from.price, price_after: to.price }];
    const lasting = from.sales.filter((sale) => isLasting(sale, ctx.now));
    const all = [...lasting, ...to.sales.filter((sale) => !from.sales.some((one) => isSameSale(one, sale)))];
    const sales = all.flatMap((each): ApprovedDifference[] => {
      const [old, next] = [from, to].map(({ sales }) => sales.find((one) => isSameSale(one, each)));
      if (old?.sale_price === next?.sale_price && old?.ends_at === next?.ends_at) return [];
      const { starts_at, is_deal } = each;
      return [
        {
          ...shared,
          ...{ of: is_deal ? 'deal' : 'sale', starts_at },
          ...{ ends_at: (next ?? old)?.ends_at ?? null, ended_at: old?.ends_at ?? null },
          ...{ price_before: old?.sale_price ?? null, price_after: next?.sale_price ?? null },
        },
      ];
    });
    return [...price, ...sales];
  });
  const ofGroups = before.group_prices.flatMap(({ group, group_price }, index): ApprovedDifference[] => {
    const price_after = after.group_prices[index]?.group_price ?? null;
    if (price_after === group_price) return [];
    const shared = { ...none, of: 'group' as const, variation_option_id: null, title: null };
    return [{ ...shared, group, price_before: group_price, price_after }];
  });
  return [...ofGoods, ...ofGroups];
}

/** Names a price in the audit: `regular`, `regular 12` of an option, `group gold`, `sale 12 2026-12-01T…`. */
function nameForAudit({ of, variation_option_id, group, starts_at }: ApprovedDifference): AuditedPriceName {
  const details = [variation_option_id, group, starts_at].filter((part) => part !== null).join(' ');
  return details === '' ? of : `${of} ${details}`;
}

const formatAuditValue = (price: Sen | null, ends_at: string | null): string | null =>
  price === null ? null : [senToText(price), ...(ends_at === null ? [] : [`until ${ends_at}`])].join(' ');

/** Collects prices by their names in the audit. */
function collectAuditPrices(
  differences: readonly ApprovedDifference[],
  read: (difference: ApprovedDifference) => string | null,
): Partial<Record<AuditedPriceName, string | null>> {
  const prices: Partial<Record<AuditedPriceName, string | null>> = {};
  for (const each of differences) prices[nameForAudit(each)] = read(each);
  return prices;
}

/** Changes of one price within this time count together, so that small ones do not pass the limit. */
const COUNTING_PERIOD_MS = DAY_MS;

/**
 * Reads the prices from which changes count: those of a day ago, or after the last change that a second person
 * approved. By their names in the audit.
 */
async function readEarlierPrices(ctx: Ctx, subject: string): Promise<Map<string, Sen | null>> {
  const changes = await ctx.db.rows(sql.priceChangesSince, [subject, new Date(ctx.now.getTime() - COUNTING_PERIOD_MS)]);
  const own = changes.slice(changes.findLastIndex(({ is_approved }) => is_approved) + 1);
  // The oldest entry of a price comes last here, so that it stays.
  const prices = own.toReversed().flatMap(({ before }) => Object.entries(before));
  return new Map(
    prices.flatMap(([name, text]): [string, Sen | null][] => {
      if (text === null) return [[name, null]];
      const price = typeof text === 'string' ? textToSen(text) : null;
      return price === null ? [] : [[name, price]];
    }),
  );
}

/** Measures a change: the largest difference in sen and in percent. */
async function measureChange(
  ctx: Ctx,
  before: sql.ProductPricesRow,
  differences: readonly ApprovedDifference[],
): Promise<{ value: Sen; percent: number }> {
  const earlier = await readEarlierPrices(ctx, subjectOf(before));
  const cheapest = Math.min(...before.goods.map(({ price }) => price));
  const steps = differences.map((difference): ChangedPrice => {
    const { of, variation_option_id, price_before, price_after } = difference;
    const option = variation_option_id ?? '';
    const own = before.goods.find(({ option_id }) => String(option_id ?? '') === option)?.price ?? cheapest;
    const regular = earlier.get(['regular', ...(option === '' ? [] : [option])].join(' ')) ?? own;
    const former = earlier.get(nameForAudit(difference));
    return { of, price_before: former === undefined ? price_before : former, price_after, regular };
  });
  return {
    value: Math.max(0, ...steps.map(measurePriceChangeSen)),
    percent: Math.max(0, ...steps.map(measurePriceChangePercent)),
  };
}

const toSalePeriod = ({ sale_price, starts_at, ends_at }: GoodsSale): SalePeriod => ({
  sale_price,
  starts_at,
  ends_at,
});

/** Writes a change that was checked, publishes the product and records the change. */
async function writeChange(
  ctx: Ctx,
  before: sql.ProductPricesRow,
  after: sql.ProductPricesRow,
  {
    differences,
    reason,
    approval,
  }: { differences: readonly ApprovedDifference[]; reason: string; approval: string | null },
): Promise<void> {
  const groups = after.group_prices.filter((each, index) => each !== before.group_prices[index]);
  if (groups.length > 0) await ctx.db.rows(sql.writeGroupPrices, [after.id, JSON.stringify(groups)]);
  const changes = after.goods.map(({ option_id, price, sales }, index): PriceChange => {
    const former = before.goods[index];
    const isRewritten = sales !== former?.sales;
    return {
      ...{ product_id: after.id, option_id, price: price === former?.price ? null : price },
      sales: isRewritten ? sales.filter(({ is_deal }) => !is_deal).map(toSalePeriod) : null,
      deals: isRewritten ? sales.filter(({ is_deal }) => is_deal).map(toSalePeriod) : undefined,
    };
  });
  await writePriceChanges(ctx.db, changes, ctx.now);
  await recordAudit(ctx, {
    action: 'staff.changePrices',
    subject: subjectOf(before),
    before: collectAuditPrices(differences, ({ price_before, ended_at }) => formatAuditValue(price_before, ended_at)),
    after: {
      ...collectAuditPrices(differences, ({ price_after, ends_at }) => formatAuditValue(price_after, ends_at)),
      reason,
      ...(approval !== null && { approval }),
    },
  });
}

/**
 * Changes prices of a product; above the shop's limit, requests the approval of a second person instead. Refuses
 * `request.not_found`, `prices.changed` with the prices as they are now, and impossible prices and times.
 */
export function changePrices(
  ctx: Ctx,
  id: number,
  request: PriceRequest,
): Promise<{ prices: StaffProductPrices; approval: ApprovalRow | null }> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockVersion(ctx, id, request.version);
    const after = applyRequest(before, request, ctx.now);
    const differences = listDifferences(ctx, before, after);
    const { prices_above } = await readApprovalSettings(ctx.db);
    const { value, percent } = await measureChange(ctx, before, differences);
    const { reason } = request;
    let approval: ApprovalRow | null = null;
    if (prices_above !== null && percent > prices_above) {
      const name = textIn(ctx.lang, before.title.en, before.title.zh);
      const rounded = Math.round(percent * 10) / 10;
      const change = { product_id: String(id), name, reason, percent: rounded, differences, request };
      approval = await requestApproval(ctx, { kind: 'price_change', subject: subjectOf(before), value, change });
    } else if (differences.length > 0) {
      await writeChange(ctx, before, after, { differences, reason, approval: null });
    }
    return { prices: await pricesView(ctx, await requireProduct(ctx, id)), approval };
  });
}

/**
 * Makes an approved change of prices in the transaction that approves it. Refuses `prices.changed` if the prices changed
 * since it was requested: the second person approves what they saw.
 */
export async function makeApprovedPriceChange(ctx: Ctx, { id, change }: PriceChangeApproval): Promise<void> {
  const { request, reason, product_id } = change;
  const before = await lockVersion(ctx, Number(product_id), request.version);
  const after = applyRequest(before, request, ctx.now);
  const differences = listDifferences(ctx, before, after);
  await writeChange(ctx, before, after, { differences, reason, approval: id });
}
