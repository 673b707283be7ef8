/** The fees of a delivery method: bands by price and weight, and when it is free. */
import * as v from 'valibot';
import { type Codec, count, entriesByName, type FilePlace, list, money } from '../../field-tables/codecs.ts';
import * as columns from '../../field-tables/columns.ts';
import {
  type CheckedDocument,
  document,
  documentSchema,
  entryName,
  type Field,
  type ItemOf,
  optional,
  readItem,
  required,
  withDefault,
  writeItem,
} from '../../field-tables/fields.ts';

const band = document({
  min_amount: optional('from', money),
  min_weight: optional('from_grams', count),
  fee: required('fee', money),
});
const bandList = list(band, 'must be a list of bands such as { from_grams: 10000, fee: 12.00 }');
type Band = ReturnType<typeof band.read>;

/** Other fees from an amount or a weight on. Reports bands that no order reaches, because a later one begins lower. */
const bands: Codec<Band[]> = {
  ...bandList,
  read(checked, place) {
    const read = bandList.read(checked, place);
    for (const [index, { min_amount, min_weight }] of read.entries()) {
      if (min_amount === null && min_weight === null) place.report('a band needs from or from_grams', [index]);
      const hides = (later: Band) =>
        (later.min_amount ?? 0) <= (min_amount ?? 0) && (later.min_weight ?? 0) <= (min_weight ?? 0);
      if (read.slice(index + 1).some(hides)) {
        const reason = 'this band never applies: a later one begins at the same or lower; list the lowest first';
        place.report(reason, [index]);
      }
    }
    return read;
  },
};

/** Declares the bounds of a free-shipping rule as `free_from` … `free_up_to_grams`, or without `free_` in a list. */
const boundFields = (prefix: 'free_' | '') => ({
  min_amount: optional(`${prefix}from`, money),
  max_amount: optional(`${prefix}up_to`, money),
  min_quantity: optional(`${prefix}from_items`, count),
  max_quantity: optional(`${prefix}up_to_items`, count),
  min_weight: optional(`${prefix}from_grams`, count),
  max_weight: optional(`${prefix}up_to_grams`, count),
});
const FIRST_RULE = boundFields('free_');
const OTHER_RULE = boundFields('');
type FreeRule = ItemOf<typeof FIRST_RULE>;

/** Reads one free-shipping rule. A maximum belongs to a minimum of its kind, and is not below it. */
function readRule(checked: CheckedDocument, place: FilePlace, prefix: 'free_' | ''): FreeRule {
  const rule = readItem(prefix === '' ? OTHER_RULE : FIRST_RULE, checked, place) as FreeRule;
  const kinds = [
    ['', rule.min_amount, rule.max_amount],
    ['_items', rule.min_quantity, rule.max_quantity],
    ['_grams', rule.min_weight, rule.max_weight],
  ] as const;
  for (const [kind, from, up_to] of kinds) {
    if (up_to === null) continue;
    const [lower, upper] = [`${prefix}from${kind}`, `${prefix}up_to${kind}`];
    if (from === null) place.report(`${upper} needs ${lower}`, [upper]);
    else if (up_to < from) place.report(`${upper} is below ${lower}`, [upper]);
  }
  return rule;
}

const hasMinimum = ({ min_amount, min_quantity, min_weight }: FreeRule): boolean =>
  min_amount !== null || min_quantity !== null || min_weight !== null;

/** The rules of free delivery; any one of them suffices. */
const freeShipping: Field<FreeRule[]> = {
  entries: {
    ...(documentSchema(FIRST_RULE) as v.StrictObjectSchema<v.ObjectEntries, undefined>).entries,
    free_also: v.optional(v.array(documentSchema(OTHER_RULE), 'must be a list of rules such as { from_items: 20 }')),
  },
  read(checked, place) {
    const others = ((checked.free_also ?? []) as CheckedDocument[]).map((each, index) => {
      const at = place.at('free_also', index);
      const rule = readRule(each, at, '');
      if (!hasMinimum(rule)) at.report('a rule needs from, from_items or from_grams');
      return rule;
    });
    return [readRule(checked, place, 'free_'), ...others].filter(hasMinimum);
  },
  write([first, ...others], names, entry) {
    return {
      ...(first && writeItem(FIRST_RULE, first, names, entry)),
      free_also: others.length === 0 ? null : others.map((rule) => writeItem(OTHER_RULE, rule, names, entry)),
    };
  },
  column: columns.plain,
};

export const RATE_FIELDS = {
  zone: { ...entryName(), column: columns.idColumn('delivery_zones', 'zone_id') },
  fee: required('fee', money),
  bands: withDefault('bands', bands, []),
  free_shipping: freeShipping,
};
export type RateSetup = ItemOf<typeof RATE_FIELDS>;

/** A method's fee in each zone that it serves. */
export const ratesByZone: Codec<RateSetup[]> = {
  schema: entriesByName(documentSchema(RATE_FIELDS)),
  read(checked, place) {
    const zoneNames = place.namesIn('zones');
    return Object.entries(checked as Record<string, CheckedDocument>)
      .map(([zone, rate]) => {
        const at = place.enter(zone);
        if (!zoneNames.includes(zone)) at.report(`there is no zone ${zone}; the zones are ${zoneNames.join(', ')}`);
        return readItem(RATE_FIELDS, rate, at) as RateSetup;
      })
      .sort((a, b) => (a.zone < b.zone ? -1 : 1));
  },
  write: (rates, names) =>
    Object.fromEntries(rates.map((rate) => [rate.zone, writeItem(RATE_FIELDS, rate, names, rate.zone)])),
  column: columns.plain,
};
