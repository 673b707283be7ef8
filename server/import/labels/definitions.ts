/**
 * Reads the column `Definitions`: the brands, categories, tags, dietary needs, groups and collections that an export's
 * products name, so that another shop can create them. Pure.
 */

import { BACKDROPS } from '@shop/core/catalog/backdrops';
import * as v from 'valibot';
import type { ImageSpec } from '../../media/image-spec.ts';
import { InvalidCell } from '../columns/cells.ts';
import { parseDrawing } from '../pictures/picture-address.ts';

const slug = v.pipe(v.string(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N}._~-]{0,199}$/u));
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(300));
const chinese = v.nullable(name);
const position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
const moment = v.nullable(v.pipe(v.string(), v.isoTimestamp()));
const image = v.nullish(
  v.pipe(
    v.unknown(),
    v.transform(parseDrawing),
    v.custom<ImageSpec>((spec) => spec !== null, 'unknown drawing'),
  ),
);

const definitions = v.object({
  brands: v.optional(v.array(v.object({ slug, name, name_zh: v.nullish(name), image }))),
  categories: v.optional(
    v.array(
      v.object({
        slug,
        parent: v.nullable(slug),
        name_en: name,
        name_zh: chinese,
        stage: v.picklist(BACKDROPS),
        position,
        show_in_sidemenu: v.boolean(),
        show_in_footer: v.boolean(),
        show_in_brand: v.boolean(),
        image,
      }),
    ),
  ),
  tags: v.optional(v.array(v.object({ slug, name_en: name, name_zh: chinese }))),
  dietaries: v.optional(v.array(v.object({ slug, position, name_en: name, name_zh: chinese }))),
  groups: v.optional(v.array(v.object({ code: v.pipe(v.string(), v.regex(/^[\w-]{1,50}$/)) }))),
  collections: v.optional(
    v.array(
      v.object({
        key: v.pipe(v.string(), v.regex(/^[\p{L}\p{N}_-]{1,200}$/u)),
        name_en: name,
        name_zh: chinese,
        max_items: v.nullable(v.pipe(position, v.minValue(1))),
        starts_at: moment,
        ends_at: moment,
      }),
    ),
  ),
});

/** One cell's definitions; parents come before their children. */
type CellDefinitions = v.InferOutput<typeof definitions>;

export type Definitions = { [Kind in keyof CellDefinitions]-?: NonNullable<CellDefinitions[Kind]> };

export const createDefinitions = (): Definitions => {
  return { brands: [], categories: [], tags: [], dietaries: [], groups: [], collections: [] };
};

/** Reads a cell's definitions. Throws `InvalidCell`. */
export function readCellDefinitions(text: string): CellDefinitions {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidCell('is not JSON; please leave it as it was exported');
  }
  const result = v.safeParse(definitions, value);
  if (!result.success)
    throw new InvalidCell(`is not as it was exported (${v.getDotPath(result.issues[0]) ?? 'unknown'})`);
  return result.output;
}

/** Adds a cell's definitions to those of its file. */
export function addDefinitions(all: Definitions, added: CellDefinitions): void {
  all.brands.push(...(added.brands ?? []));
  all.categories.push(...(added.categories ?? []));
  all.tags.push(...(added.tags ?? []));
  all.dietaries.push(...(added.dietaries ?? []));
  all.groups.push(...(added.groups ?? []));
  all.collections.push(...(added.collections ?? []));
}
