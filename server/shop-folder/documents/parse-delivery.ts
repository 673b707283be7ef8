/** Reads delivery.yaml: zones, methods with their fees and slots, holidays, and the settings of delivery. */
import type { FeeBand } from '@shop/core/delivery/fee';
import type { ListedGoods } from '../../content/settings.ts';
import type { ReadFolder } from '../read-folder.ts';
import type { DeliveryMethod, Rate, SetupSettings, Text, Zone } from '../shop-setup.ts';
import type { RateDocument, ReadDocuments } from './document-schemas.ts';

type DeliveryDocument = NonNullable<ReadDocuments['delivery']>;
type Path = readonly (string | number)[];

/** Adds a problem at the line of delivery.yaml that `path` leads to. */
const report = (folder: ReadFolder, path: Path, reason: string): void => {
  folder.problems.push({ ...folder.lineOf('delivery', path), reason });
};

/** Finds a state's code by its code or English name. */
type FindState = (name: string) => string | undefined;

type Postcodes = Zone['postcodes'][number];

const contains = (outer: Postcodes, inner: Postcodes): boolean =>
  outer.first <= inner.first && inner.last <= outer.last;
const overlaps = (a: Postcodes, b: Postcodes): boolean => a.first <= b.last && b.first <= a.last;
const rangeText = ({ first, last }: Postcodes): string => (first === last ? first : `${first}-${last}`);

/**
 * Reports ranges that overlap without one containing the other, and equal ranges: neither zone would be the narrower
 * one.
 */
function checkPostcodes(folder: ReadFolder, zones: NonNullable<DeliveryDocument['zones']>): void {
  const all = Object.entries(zones).flatMap(([code, { postcodes = [] }]) =>
    postcodes.map((range, index) => ({ code, range, path: ['zones', code, 'postcodes', index] })),
  );
  for (const [index, { range, path }] of all.entries()) {
    const other = all
      .slice(0, index)
      .find((each) => overlaps(each.range, range) && contains(each.range, range) === contains(range, each.range));
    if (other === undefined) continue;
    const where = `${rangeText(other.range)} of the zone ${other.code}`;
    report(folder, path, `${rangeText(range)} and ${where} overlap; one must lie within the other, or apart`);
  }
}

export function parseZones(
  folder: ReadFolder,
  zones: NonNullable<DeliveryDocument['zones']>,
  findState: FindState,
): Zone[] {
  checkPostcodes(folder, zones);
  const taken = new Map<string, string>();
  return Object.entries(zones).map(([code, { name, states = [], postcodes = [] }]) => ({
    code,
    name,
    states: states
      .flatMap((named, index) => {
        const path = ['zones', code, 'states', index];
        const state = findState(named);
        if (state === undefined) report(folder, path, `"${named}" is no state of Malaysia`);
        else if (taken.has(state)) report(folder, path, `"${named}" is in the zone ${taken.get(state)} already`);
        if (state !== undefined) taken.set(state, code);
        return state ?? [];
      })
      .sort(),
    postcodes: postcodes.toSorted((a, b) =>
      a.first === b.first ? Number(b.last) - Number(a.last) : a.first < b.first ? -1 : 1,
    ),
  }));
}

/** Reads the bands of a rate; reports those that no order reaches, because a later one begins lower. */
function bandsOf(folder: ReadFolder, bands: NonNullable<RateDocument['bands']>, path: Path): FeeBand[] {
  for (const [index, { from, from_grams }] of bands.entries()) {
    const place = [...path, 'bands', index];
    if (from === undefined && from_grams === undefined) report(folder, place, 'a band needs from or from_grams');
    const hides = (later: (typeof bands)[number]) =>
      (later.from ?? 0) <= (from ?? 0) && (later.from_grams ?? 0) <= (from_grams ?? 0);
    if (bands.slice(index + 1).some(hides)) {
      report(folder, place, 'this band never applies: a later one begins at the same or lower; list the lowest first');
    }
  }
  return bands.map(({ from, from_grams, fee }) => ({ min_amount: from ?? null, min_weight: from_grams ?? null, fee }));
}

type Bounds = NonNullable<RateDocument['free_also']>[number];

/** Reads one free-shipping rule. A maximum belongs to a minimum of its kind, and is not below it. */
function ruleOf(folder: ReadFolder, rule: Bounds, path: Path, prefix: 'free_' | ''): Rate['free_shipping'][number] {
  const kinds = [
    ['', rule.from, rule.up_to],
    ['_items', rule.from_items, rule.up_to_items],
    ['_grams', rule.from_grams, rule.up_to_grams],
  ] as const;
  for (const [kind, from, up_to] of kinds) {
    if (up_to === undefined) continue;
    const [lower, upper] = [`${prefix}from${kind}`, `${prefix}up_to${kind}`];
    if (from === undefined) report(folder, [...path, upper], `${upper} needs ${lower}`);
    else if (up_to < from) report(folder, [...path, upper], `${upper} is below ${lower}`);
  }
  return {
    min_amount: rule.from ?? null,
    max_amount: rule.up_to ?? null,
    min_quantity: rule.from_items ?? null,
    max_quantity: rule.up_to_items ?? null,
    min_weight: rule.from_grams ?? null,
    max_weight: rule.up_to_grams ?? null,
  };
}

const hasMinimum = ({ min_amount, min_quantity, min_weight }: Rate['free_shipping'][number]): boolean =>
  min_amount !== null || min_quantity !== null || min_weight !== null;

function rulesOf(folder: ReadFolder, rate: RateDocument, path: Path): Rate['free_shipping'] {
  const first: Bounds = {
    ...(rate.free_from !== undefined && { from: rate.free_from }),
    ...(rate.free_up_to !== undefined && { up_to: rate.free_up_to }),
    ...(rate.free_from_items !== undefined && { from_items: rate.free_from_items }),
    ...(rate.free_up_to_items !== undefined && { up_to_items: rate.free_up_to_items }),
    ...(rate.free_from_grams !== undefined && { from_grams: rate.free_from_grams }),
    ...(rate.free_up_to_grams !== undefined && { up_to_grams: rate.free_up_to_grams }),
  };
  const others = (rate.free_also ?? []).map((bounds, index) => {
    const place = [...path, 'free_also', index];
    const rule = ruleOf(folder, bounds, place, '');
    if (!hasMinimum(rule)) report(folder, place, 'a rule needs from, from_items or from_grams');
    return rule;
  });
  return [ruleOf(folder, first, path, 'free_'), ...others].filter(hasMinimum);
}

function ratesOf(
  folder: ReadFolder,
  method: string,
  fees: NonNullable<DeliveryDocument['methods']>[string]['fees'],
  zones: readonly Zone[],
): Rate[] {
  const known = new Set(zones.map(({ code }) => code));
  return Object.entries(fees)
    .map(([zone, rate]) => {
      const path = ['methods', method, 'fees', zone];
      if (!known.has(zone)) report(folder, path, `there is no zone ${zone}; the zones are ${[...known].join(', ')}`);
      return {
        zone,
        fee: rate.fee,
        bands: bandsOf(folder, rate.bands ?? [], path),
        free_shipping: rulesOf(folder, rate, path),
      };
    })
    .sort((a, b) => (a.zone < b.zone ? -1 : 1));
}

/** Returns zones in order; reports those that the shop does not have. `path` leads to them in delivery.yaml. */
function knownZones(folder: ReadFolder, zones: readonly string[], known: readonly string[], path: Path): string[] {
  for (const [index, zone] of zones.entries()) {
    if (known.includes(zone)) continue;
    report(folder, [...path, index], `there is no zone ${zone}; the zones are ${known.join(', ')}`);
  }
  return zones.toSorted();
}

export function parseHolidays(
  folder: ReadFolder,
  holidays: NonNullable<DeliveryDocument['holidays']>,
  zones: readonly Zone[],
): SetupSettings['delivery_holidays'] {
  const known = zones.map(({ code }) => code);
  return holidays
    .map(({ date, name, zones: closed = [], times = [] }, index) => ({
      date,
      name_en: name.en,
      name_zh: name.zh,
      zones: knownZones(folder, closed, known, ['holidays', index, 'zones']),
      windows: times,
    }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

const NO_TEXT: Text = { en: '', zh: null };

export function parseMethods(
  folder: ReadFolder,
  methods: NonNullable<DeliveryDocument['methods']>,
  zones: readonly Zone[],
): DeliveryMethod[] {
  const known = zones.map(({ code }) => code);
  return Object.entries(methods).map(([code, method]) => {
    const slots = (method.slots ?? [])
      .map(({ time, zones: served = [], places, items, bulky, closes, fee }, index) => ({
        ...time,
        zones: knownZones(folder, served, known, ['methods', code, 'slots', index, 'zones']),
        capacity: places,
        items_capacity: items ?? null,
        bulky_capacity: bulky ?? null,
        cutoff_minutes: closes ?? 0,
        fee: fee ?? 0,
      }))
      .sort((a, b) => a.starts_minute - b.starts_minute || (String(a.zones) < String(b.zones) ? -1 : 1));
    if (new Set(slots.map((slot) => `${slot.starts_minute} ${slot.zones}`)).size < slots.length) {
      report(folder, ['methods', code, 'slots'], 'has two slots that begin at the same time');
    }
    return {
      code,
      shipping_class: method.class ?? 'standard',
      carries: [...new Set(method.carries ?? (method.class === 'chilled' ? (['frozen'] as const) : []))],
      name: method.name,
      description: method.description ?? NO_TEXT,
      is_active: method.active ?? true,
      rates: ratesOf(folder, code, method.fees, zones),
      slots,
    };
  });
}

function bagFeeOf(
  folder: ReadFolder,
  { enabled, fee, states, name }: NonNullable<DeliveryDocument['bag_fee']>,
  base: SetupSettings['bag_fee'],
  findState: FindState,
): SetupSettings['bag_fee'] {
  const byState = Object.entries(states ?? {}).flatMap(([named, amount]): [string, number][] => {
    const state = findState(named);
    if (state === undefined) report(folder, ['bag_fee', 'states', named], `"${named}" is no state of Malaysia`);
    return state === undefined ? [] : [[state, amount]];
  });
  return {
    enabled: enabled ?? (fee === undefined ? base.enabled : true),
    fee: fee ?? base.fee,
    states: states === undefined ? base.states : Object.fromEntries(byState.toSorted()),
    label: name ?? base.label,
  };
}

const goodsOf = (listed: DeliveryDocument['free_shipping_excludes'], base: ListedGoods): ListedGoods =>
  listed === undefined
    ? base
    : {
        bulky: listed.bulky ?? false,
        categories: listed.categories ?? [],
        brands: listed.brands ?? [],
        products: listed.products ?? [],
      };

/** Reads the settings of delivery; settings that the document leaves out stay as in `base`. */
export function parseDeliverySettings(
  folder: ReadFolder,
  delivery: DeliveryDocument,
  base: SetupSettings,
  findState: FindState,
): Partial<SetupSettings> {
  const { bag_fee = {}, free_shipping_bar: bar = {} } = delivery;
  const { excluded, blocking } = base.free_shipping_goods;
  return {
    bag_fee: bagFeeOf(folder, bag_fee, base.bag_fee, findState),
    tips: delivery.tips ?? base.tips,
    free_shipping_bar: {
      hide_in_cart: bar.in_cart === undefined ? base.free_shipping_bar.hide_in_cart : !bar.in_cart,
      hide_in_topbar: bar.in_topbar === undefined ? base.free_shipping_bar.hide_in_topbar : !bar.in_topbar,
    },
    free_shipping_goods: {
      excluded: goodsOf(delivery.free_shipping_excludes, excluded),
      blocking: goodsOf(delivery.free_shipping_blocked_by, blocking),
    },
    unknown_weight: delivery.unknown_weight_grams ?? base.unknown_weight,
    frozen_categories: delivery.frozen_categories ?? base.frozen_categories,
    bulky_max_per_order: delivery.bulky_max_per_order ?? base.bulky_max_per_order,
  };
}
