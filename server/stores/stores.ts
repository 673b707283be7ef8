/** Outlets for shoppers: lists by state, services, opening hours and distance, and single outlets. */
import type { Shop, ShopRow, ShopsQuery, StoreListItem } from '@shop/contract/stores';
import { inLang } from '@shop/core/lang';
import { refusal } from '@shop/core/refusal';
import { listSpans } from '@shop/core/stores/opening';
import {
  computeCloseness,
  computeDistanceKm,
  type Position,
  parsePosition,
  toUnitVector,
} from '@shop/core/stores/place';
import { STORE_SERVICES, type StoreService } from '@shop/core/stores/services';
import { dayOf } from '@shop/core/time';
import { type Ctx, limitCacheUntil } from '../context.ts';
import { type ListPage, toPage } from '../lists/list-page.ts';
import { pageRange } from '../lists/parse-list.ts';
import { filterRows, type ReferenceFields } from '../lists/reference-list.ts';
import { imageUrls } from '../media/image-urls.ts';
import { findPostcode } from '../postcodes/postcodes.ts';
import { refuse, refuseFields } from '../refuse.ts';
import {
  endOfDay,
  type Outlet,
  type OutletIndex,
  type OutletSortColumn,
  type Outlets,
  openingAt,
  type Schedule,
  SORT_COLUMNS,
  toServiceBits,
} from './outlet-index.ts';

/** Presents an outlet as a row of the list; the response expires when it opens or closes, and at midnight. */
function presentRow(ctx: Ctx, outlet: Outlet, near: Position | null): ShopRow {
  const { code, name_en, name_zh, state_en, state_zh, photo_hash, position, schedule } = outlet;
  const { isOpen, changesAt } = openingAt(schedule, ctx.now);
  limitCacheUntil(ctx.cacheTags, changesAt);
  limitCacheUntil(ctx.cacheTags, endOfDay(ctx.now));
  const name = inLang(ctx.lang, name_en, name_zh);
  const today = dayOf(ctx.now);
  return {
    id: code,
    name: name.text,
    text_lang: name.lang,
    street_address: outlet.street_address,
    postcode: outlet.postcode,
    city: outlet.city,
    state: inLang(ctx.lang, state_en, state_zh).text,
    state_id: outlet.state_id,
    lat: position.lat,
    lng: position.lng,
    phone: outlet.phone,
    services: outlet.services,
    image: photo_hash === null ? null : imageUrls(photo_hash, 'upload'),
    opened_on: outlet.opened_on,
    today,
    hours_today: [...listSpans(schedule, today)],
    is_open: isOpen,
    opens_at: isOpen ? null : changesAt,
    closes_at: isOpen ? changesAt : null,
    distance_km: near === null ? null : computeDistanceKm(near, position),
  };
}

/** Finds an outlet by its code. Refuses `request.not_found`. */
export async function readShop(ctx: Ctx, index: OutletIndex, code: string): Promise<Shop> {
  const outlet = (await index.read()).byCode.get(code) ?? refuse('request.not_found');
  const row = presentRow(ctx, outlet, null);
  return { ...row, hours: outlet.hours, exceptions: outlet.exceptions.filter(({ date }) => date >= row.today) };
}

/** Lists every outlet with its position, for the map. */
export const listPositions = async (ctx: Ctx, index: OutletIndex): Promise<{ data: StoreListItem[] }> =>
  (await index.read()).listPositions(ctx.lang);

const refuseValue = (field: string, value: string): never =>
  refuseFields({ [field]: [refusal('list.bad_value', { field, value })] });

/**
 * Returns the position of a postcode: the centre of the outlets in it, else its town. Refuses an unknown postcode at
 * `near_zip`.
 */
const requirePlace = ({ centres }: Outlets, zip: string): Position =>
  centres.get(zip) ??
  findPostcode(zip)?.position ??
  refuseFields({ near_zip: [refusal('address.zip_unknown', { zip })] });

function parseNear(outlets: Outlets, { near, near_zip }: ShopsQuery): Position | null {
  if (near) return parsePosition(near) ?? refuseValue('near', near);
  return near_zip ? requirePlace(outlets, near_zip.trim()) : null;
}

function parseServices(text = ''): StoreService[] {
  const words = text.split(',').map((each) => each.trim());
  return words
    .filter((each) => each !== '')
    .map((word) => STORE_SERVICES.find((service) => service === word) ?? refuseValue('services', word));
}

/** Finds the schedules that are open, or closed; the response expires when any of them changes. */
function filterSchedules(ctx: Ctx, { schedules }: Outlets, isOpen: boolean): Set<Schedule> {
  return new Set(
    schedules.filter((schedule) => {
      const opening = openingAt(schedule, ctx.now);
      limitCacheUntil(ctx.cacheTags, opening.changesAt);
      return opening.isOpen === isOpen;
    }),
  );
}

/**
 * Returns whether a search is plain text without fields: `filterOutlets` matches it like `keyword`, which is faster
 * than the list pattern.
 */
const isPlainText = (search = ''): boolean => !/[:;]/.test(search);

/** Filters outlets by state, opening, services, keyword and plain search text, and keeps their order. */
function filterOutlets(ctx: Ctx, outlets: Outlets, ordered: readonly Outlet[], query: ShopsQuery): readonly Outlet[] {
  const { state, open_now, keyword, search } = query;
  const stateId = state ? (outlets.states.get(state.trim().toLowerCase()) ?? refuseValue('state', state)) : null;
  const serviceBits = toServiceBits(parseServices(query.services));
  const texts = [keyword, isPlainText(search) ? search : ''].map((text) => text?.trim().toLowerCase() ?? '');
  const words = texts.filter((text) => text !== '');
  const schedules = open_now === undefined ? null : filterSchedules(ctx, outlets, open_now);
  if (stateId === null && serviceBits === 0 && words.length === 0 && schedules === null) return ordered;
  return ordered.filter(
    (outlet) =>
      (stateId === null || outlet.state_id === stateId) &&
      (outlet.serviceBits & serviceBits) === serviceBits &&
      (schedules === null || schedules.has(outlet.schedule)) &&
      words.every((text) => outlet.text.includes(text)),
  );
}

/** Maximum number of nearest outlets that are selected one by one; sorting all outlets costs less beyond that. */
const MAX_SELECTED = 1_000;

/**
 * Sorts outlets by distance, the nearest first. Only the first `count` are reliable: the remaining ones may be missing
 * or unsorted.
 */
function sortByDistance(outlets: readonly Outlet[], near: Position, count: number): Outlet[] {
  const place = toUnitVector(near);
  const values = new Float64Array(outlets.length);
  // A loop over indexes: iterators take three times as long for ten thousand outlets.
  for (let index = 0; index < values.length; index++) {
    const outlet = outlets[index];
    if (outlet !== undefined) values[index] = computeCloseness(place, outlet.vector);
  }
  const valueAt = (index: number | undefined) => values[index ?? 0] ?? 0;
  const nearest: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index++) {
    if (count > MAX_SELECTED) {
      nearest.push(index);
      continue;
    }
    const value = values[index] ?? 0;
    if (value <= least) continue;
    let [low, high] = [0, nearest.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (valueAt(nearest[middle]) >= value) low = middle + 1;
      else high = middle;
    }
    nearest.splice(low, 0, index);
    if (nearest.length > count) nearest.pop();
    if (nearest.length === count) least = valueAt(nearest[count - 1]);
  }
  if (count > MAX_SELECTED) nearest.sort((a, b) => valueAt(b) - valueAt(a));
  return nearest.flatMap((index) => outlets[index] ?? []);
}

const buildOutletFields = (near: Position | null): ReferenceFields<Outlet> => ({
  search: {
    id: ({ code }) => code,
    name: ({ name_en, name_zh }) => [name_en, name_zh].join('\n'),
    street_address: ({ street_address }) => street_address,
    postcode: ({ postcode }) => postcode,
    city: ({ city }) => city,
    state: ({ state_en }) => state_en,
    state_id: ({ state_id }) => state_id,
    text: ({ text }) => text,
  },
  sorts: {
    ...SORT_COLUMNS,
    ...(near !== null && { distance_km: ({ position }: Outlet) => computeDistanceKm(near, position) }),
  },
  free: ['text'],
});

/** Returns the indexed column of `orderBy` and its direction; null for any other column, and for several. */
function parseOrder({
  orderBy = '',
  sortedBy = 'asc',
}: ShopsQuery): { column: OutletSortColumn; isReversed: boolean } | null {
  if (!Object.hasOwn(SORT_COLUMNS, orderBy) || (sortedBy !== 'asc' && sortedBy !== 'desc')) return null;
  return { column: orderBy as OutletSortColumn, isReversed: sortedBy === 'desc' };
}

/**
 * Lists outlets with the list pattern: in its order if one is given, else by distance if `near` or `near_zip` is given,
 * else by code.
 */
export async function listShops(ctx: Ctx, index: OutletIndex, query: ShopsQuery): Promise<ListPage<ShopRow>> {
  const outlets = await index.read();
  const near = parseNear(outlets, query);
  const order = parseOrder(query);
  const ordered = order === null ? outlets.all : outlets.sortBy(order.column);
  const filtered = filterOutlets(ctx, outlets, ordered, query);
  const rest = {
    ...query,
    keyword: undefined,
    search: isPlainText(query.search) ? undefined : query.search,
    ...(order !== null && { orderBy: undefined, sortedBy: undefined }),
  };
  const matches = filterRows(filtered, rest, buildOutletFields(near));
  const { limit, offset } = pageRange(query);
  const inOrder =
    near !== null && !query.orderBy
      ? sortByDistance(matches, near, offset + limit)
      : order?.isReversed
        ? matches.toReversed()
        : matches;
  const rows = inOrder.slice(offset, offset + limit).map((outlet) => presentRow(ctx, outlet, near));
  return toPage(rows, matches.length, query);
}
