/** Statements for labels: brands, categories, tags, dietary needs, groups and collections. */
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import type { ImageSpec } from '../../media/image-spec.ts';

const nothing = v.strictObject({});
const spec = v.custom<ImageSpec>((value) => typeof value === 'object' && value !== null);

/**
 * Lists all brands; this and the next statements read all data that an export needs to create the labels in another
 * shop.
 */
export const allBrands = statement(
  'import.brands',
  v.object({ id: v.number(), slug: v.string(), name: v.string(), name_zh: v.nullable(v.string()), spec }),
  'select b.id, b.slug, b.name, b.name_zh, i.spec from brands b join images i on i.hash = b.image_hash order by b.id desc',
);

const label = v.object({ id: v.number(), slug: v.string(), name_en: v.string(), name_zh: v.nullable(v.string()) });
export const allTags = statement('import.tags', label, 'select id, slug, name_en, name_zh from tags order by id desc');
export const allDietaries = statement(
  'import.dietaries',
  v.object({ ...label.entries, position: v.number() }),
  'select id, slug, name_en, name_zh, position from dietaries order by id desc',
);

export const allCategories = statement(
  'import.categories',
  v.object({
    ...label.entries,
    parent: v.nullable(v.string()),
    stage: v.picklist(BACKDROPS),
    position: v.number(),
    show_in_sidemenu: v.boolean(),
    show_in_footer: v.boolean(),
    show_in_brand: v.boolean(),
    spec,
  }),
  `select c.id, c.slug, c.name_en, c.name_zh, parent.slug as parent, c.stage, c.position, c.show_in_sidemenu,
     c.show_in_footer, c.show_in_brand, i.spec
   from categories c join images i on i.hash = c.image_hash left join categories parent on parent.id = c.parent_id
   order by c.id desc`,
);

export const allGroups = statement(
  'import.groups',
  v.object({ id: v.number(), code: v.string() }),
  'select id, code from customer_groups order by id',
);

/** Lists all collections. `next` is the position after the last product; times are ISO 8601. */
export const allCollections = statement(
  'import.collections',
  v.object({
    key: v.string(),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    is_picked: v.boolean(),
    max_items: v.nullable(v.number()),
    starts_at: v.nullable(v.string()),
    ends_at: v.nullable(v.string()),
    next: v.number(),
  }),
  `select c.key, c.name_en, c.name_zh, c.rule ->> 'by' = 'picked' as is_picked, c.max_items,
     to_char(c.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at,
     to_char(c.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
     coalesce((select max(i.position) + 1 from collection_items i where i.collection_key = c.key), 0) as next
   from collections c order by c.key desc`,
);

export const addBrands = statement(
  'import.addBrands',
  nothing,
  `insert into brands (slug, name, image_hash)
   select slug, name, image_hash from jsonb_to_recordset($1::jsonb) as r (slug text, name text, image_hash text)
   order by slug on conflict do nothing`,
);

/** Sets Chinese names of brands, and records a catalogue change for each of their products. $1: rows as JSON. */
export const nameBrands = statement(
  'import.nameBrands',
  nothing,
  `with changed as (
     update brands b set name_zh = r.name_zh
     from jsonb_to_recordset($1::jsonb) as r (slug text, name_zh text)
     where b.slug = r.slug and b.name_zh is distinct from r.name_zh returning b.id
   )
   insert into catalog_changes (product_id, kind)
   select p.id, 'content' from products p join changed on changed.id = p.brand_id order by p.id`,
  { writes: 'catalog_change' },
);

export const addTags = statement(
  'import.addTags',
  nothing,
  `insert into tags (slug, name_en, name_zh)
   select slug, name_en, name_zh from jsonb_to_recordset($1::jsonb) as r (slug text, name_en text, name_zh text)
   order by slug on conflict do nothing`,
);

export const addDietaries = statement(
  'import.addDietaries',
  nothing,
  `insert into dietaries (slug, position, name_en, name_zh)
   select slug, position, name_en, name_zh
   from jsonb_to_recordset($1::jsonb) as r (slug text, position integer, name_en text, name_zh text)
   order by slug on conflict do nothing`,
);

export const addGroups = statement(
  'import.addGroups',
  nothing,
  `insert into customer_groups (code) select code from jsonb_to_recordset($1::jsonb) as r (code text)
   order by code on conflict do nothing`,
);

export const addCollections = statement(
  'import.addCollections',
  nothing,
  `insert into collections (key, name_en, name_zh, rule, max_items, starts_at, ends_at)
   select key, name_en, name_zh, '{"by": "picked"}', max_items, starts_at, ends_at
   from jsonb_to_recordset($1::jsonb) as r (key text, name_en text, name_zh text, max_items integer,
     starts_at timestamptz, ends_at timestamptz)
   order by key on conflict do nothing`,
);

/** Adds categories below `parent` (a slug; null for a root), last if they have no position. $1: rows as JSON. */
export const addCategories = statement(
  'import.addCategories',
  nothing,
  `insert into categories (slug, parent_id, name_en, name_zh, stage, position, image_hash, show_in_sidemenu,
     show_in_footer, show_in_brand)
   select r.slug, parent.id, r.name_en, r.name_zh, r.stage,
     coalesce(r.position, coalesce((select max(c.position) from categories c
       where c.parent_id is not distinct from parent.id), 0) + row_number() over ()), r.image_hash,
     coalesce(r.show_in_sidemenu, true), coalesce(r.show_in_footer, false), coalesce(r.show_in_brand, false)
   from jsonb_to_recordset($1::jsonb) as r (slug text, parent text, name_en text, name_zh text, stage text,
     position integer, image_hash text, show_in_sidemenu boolean, show_in_footer boolean, show_in_brand boolean)
   left join categories parent on parent.slug = r.parent
   where r.parent is null or parent.id is not null order by r.slug on conflict do nothing`,
);
