/** Statements that read and write a shop's setup: one a table, rows as one JSON array. */
import * as v from 'valibot';
import { jsonObject } from '../catalog/catalog.sql.ts';
import { lockingStatement, type Statement, statement } from '../db/database.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import type {
  BannerSetup,
  Collection,
  DeliveryMethod,
  OutletSetup,
  PageSetup,
  PaymentMethod,
  PromotionSetup,
  RewardSetup,
  TierSetup,
  VoucherSetup,
  Zone,
} from './shop-setup.ts';

const text = (name: string) => `json_build_object('en', ${name}_en, 'zh', ${name}_zh)`;
const time = (name: string) => `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const list = (what: string, from: string) => `(select coalesce(json_agg(${what}), '[]') from ${from})`;

/** A page's sections as stored. */
export type RenderedPage = { slug: string; sections_en: unknown; sections_zh: unknown };

/** Reads the whole setup. A slot template without places is retired and is left out. */
export const readStoredSetup = statement(
  'shopFolder.read',
  v.object({
    settings: v.record(v.string(), v.unknown()),
    zones: v.array(jsonObject<Zone>()),
    methods: v.array(jsonObject<DeliveryMethod>()),
    payments: v.array(jsonObject<PaymentMethod>()),
    promotions: v.array(jsonObject<PromotionSetup>()),
    vouchers: v.array(jsonObject<VoucherSetup>()),
    tiers: v.array(jsonObject<TierSetup>()),
    rewards: v.array(jsonObject<RewardSetup>()),
    collections: v.array(jsonObject<Collection>()),
    synonyms: v.array(v.array(v.string())),
    banners: v.array(jsonObject<BannerSetup>()),
    pages: v.array(jsonObject<PageSetup>()),
    rendered: v.array(jsonObject<RenderedPage>()),
    outlets: v.array(jsonObject<OutletSetup>()),
  }),
  `select coalesce((select jsonb_object_agg(key, value) from settings), '{}') as settings,
    ${list(
      `json_build_object('code', z.code, 'name', ${text('z.name')}, 'states',
         array(select s.state_id from delivery_zone_states s where s.zone_id = z.id order by s.state_id), 'postcodes',
         ${list(
           `json_build_object('first', p.first, 'last', p.last) order by p.first, p.last desc`,
           'delivery_zone_postcodes p where p.zone_id = z.id',
         )}) order by z.code`,
      'delivery_zones z',
    )} as zones,
    ${list(
      `json_build_object('code', m.code, 'shipping_class', m.shipping_class, 'carries', m.carries, 'name', ${text('m.name')},
         'description', ${text('m.description')}, 'is_active', m.is_active,
         'rates', ${list(
           `json_build_object('zone', z.code, 'fee', r.fee, 'bands', r.bands, 'free_shipping', r.free_shipping)
              order by z.code`,
           'delivery_rates r join delivery_zones z on z.id = r.zone_id where r.method_id = m.id',
         )},
         'slots', ${list(
           `json_build_object('starts_minute', t.starts_minute, 'ends_minute', t.ends_minute, 'zones', t.zones,
              'capacity', t.capacity, 'items_capacity', t.items_capacity, 'bulky_capacity', t.bulky_capacity,
              'cutoff_minutes', t.cutoff_minutes, 'fee', t.fee) order by t.starts_minute, t.zones`,
           'delivery_slot_templates t where t.method_id = m.id and t.capacity > 0',
         )}) order by m.position, m.id`,
      'delivery_methods m',
    )} as methods,
    ${list(
      `json_build_object('code', code, 'name', ${text('name')}, 'note', ${text('note')}, 'gateway', gateway,
         'channels', channels, 'is_active', is_active) order by position, id`,
      'payment_methods',
    )} as payments,
    ${list(
      `json_build_object('key', key, 'name', ${text('name')}, 'code', code, 'class', class, 'benefit', benefit,
         'min_spend', min_spend, 'goods', json_build_object('en', coalesce(goods_en, ''), 'zh', goods_zh),
         'first_order_only', first_order_only, 'referred_only', referred_only, 'categories', categories, 'brands', brands,
         'starts_at', ${time('starts_at')}, 'ends_at', ${time('ends_at')}, 'weekdays', weekdays,
         'combines_with', combines_with, 'usage_limit', usage_limit, 'customer_limit', customer_limit,
         'is_active', is_active) order by key`,
      'promotions',
    )} as promotions,
    ${list(
      `json_build_object('code', code, 'name', ${text('name')}, 'description', ${text('description')},
         'terms', ${text('terms')}, 'image', (select spec from images where hash = image_hash), 'benefit', benefit, 'min_spend', min_spend,
         'goods', json_build_object('en', coalesce(goods_en, ''), 'zh', goods_zh), 'first_order_only', first_order_only,
         'categories', categories, 'brands', brands, 'weekdays', weekdays, 'with_coupons', with_coupons,
         'usable', usable, 'cost_kind', cost_kind, 'cost_amount', cost_amount, 'valid_days', valid_days,
         'starts_at', ${time('starts_at')}, 'ends_at', ${time('ends_at')}, 'total_limit', total_limit,
         'customer_limit', customer_limit, 'is_limit_monthly', is_limit_monthly, 'tiers', tiers,
         'is_offered', is_offered, 'issued_for', issued_for, 'product_slug', product_slug, 'product_count', product_count,
         'is_active', is_active) order by code`,
      'vouchers',
    )} as vouchers,
    ${list(
      `json_build_object('code', t.code, 'name', ${text('t.name')}, 'qualifying_spend', t.qualifying_spend,
         'earn_rate', t.earn_rate, 'price_group', g.code) order by t.position`,
      'membership_tiers t left join customer_groups g on g.id = t.group_id',
    )} as tiers,
    ${list(
      `json_build_object('key', r.key, 'action', r.action, 'tier', t.code, 'kind', r.kind, 'amount', r.amount,
         'per', r.per, 'day', r.day, 'min_spend', r.min_spend, 'starts_at', ${time('r.starts_at')}, 'ends_at', ${time('r.ends_at')}) order by r.key collate "C", r.kind, r.day, r.per = 'multiplier'`,
      'earn_rules r left join membership_tiers t on t.id = r.tier_id',
    )} as rewards,
    ${list(
      `json_build_object('key', c.key, 'name', ${text('c.name')}, 'rule', c.rule, 'max_items', c.max_items, 'starts_at',
         ${time('c.starts_at')}, 'ends_at', ${time('c.ends_at')}, 'products', case when c.rule ->> 'by' = 'picked' then
           (select coalesce(json_agg(p.slug order by i.position), '[]') from collection_items i
             join products p on p.id = i.product_id where i.collection_key = c.key) end) order by c.key`,
      'collections c',
    )} as collections,
    ${list('terms order by id', 'search_synonyms')} as synonyms,
    ${list(
      `json_build_object('slug', b.slug, 'scene', b.scene, 'title', ${text('b.title')}, 'description',
         ${text('b.description')}, 'cta', ${text('b.cta')}, 'link', b.link, 'image', image.spec, 'tile', tile.spec,
         'is_active', b.is_active, 'starts_at', ${time('b.starts_at')}, 'ends_at', ${time('b.ends_at')})
         order by b.position, b.id`,
      'banners b join images image on image.hash = b.image_hash join images tile on tile.hash = b.tile_hash',
    )} as banners,
    ${list(
      `json_build_object('slug', slug, 'title', ${text('title')}, 'description', ${text('description')},
         'source', ${text('source')},
         'updated_on', to_char(updated_at at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD')) order by position, id`,
      'static_blocks where source_en is not null',
    )} as pages,
    ${list(`json_build_object('slug', slug, 'sections_en', sections_en, 'sections_zh', sections_zh)`, 'static_blocks')}
      as rendered,
    ${list(
      `json_build_object('code', code, 'name', ${text('name')}, 'street_address', street_address, 'postcode', postcode,
         'state', state_id, 'latitude', latitude, 'longitude', longitude, 'phone', phone, 'hours', hours) order by code`,
      'outlets',
    )} as outlets`,
);

export const specsOf = statement(
  'shopFolder.specs',
  v.object({ hash: v.string(), spec: v.custom<ImageSpec>((value) => typeof value === 'object') }),
  'select hash, spec from images where hash = any ($1::text[])',
);

/** Serializes setups; released with the transaction. */
export const lockSetup = statement(
  'shopFolder.lock',
  v.object({ locked: v.unknown() }),
  "select pg_advisory_xact_lock(hashtext('shop setup')) as locked",
);

const none = v.strictObject({});
const write = (name: string, sql: string): Statement<Record<string, never>> =>
  statement(`shopFolder.${name}`, none, sql);

/** Invalidates everything that is cached, and makes the catalogue index read its labels and synonyms again. */
export const noteSetupChange = statement(
  'shopFolder.noteChange',
  none,
  `insert into catalog_changes (product_id, kind) values (null, 'content')`,
  { writes: 'catalog_change' },
);

export const writeSettings = write(
  'settings',
  `insert into settings (key, value) select key, value from jsonb_to_recordset($1::jsonb) as r (key text, value jsonb)
   on conflict (key) do update set value = excluded.value`,
);

/** Values: keys. */
export const removeSettings = write('removeSettings', 'delete from settings where key = any ($1::text[])');

/**
 * Marks the shop as set up by its owner, even if all its settings are still the defaults. The key is not a setting and
 * is never removed.
 */
export const markSetUp = write(
  'markSetUp',
  `insert into settings (key, value) values ('set_up', 'true') on conflict (key) do nothing`,
);

/** Returns whether the shop has settings other than those of loyalty, which a migration writes. */
export const hasSetUp = statement(
  'shopFolder.hasSetUp',
  v.object({ is_set_up: v.boolean() }),
  `select exists (select 1 from settings where key <> 'loyalty') as is_set_up`,
);

/** Columns: code, name_en, name_zh. */
export const writeZones = write(
  'zones',
  `insert into delivery_zones (code, name_en, name_zh)
   select code, name_en, name_zh from jsonb_populate_recordset(null::delivery_zones, $1::jsonb)
   on conflict (code) do update set name_en = excluded.name_en, name_zh = excluded.name_zh`,
);

/** Removes the states and ranges of postcodes of these zones. Values: codes. */
export const clearZoneAreas = write(
  'clearZoneAreas',
  `with zones as (select id from delivery_zones where code = any ($1::text[])),
     states as (delete from delivery_zone_states where zone_id in (select id from zones))
   delete from delivery_zone_postcodes where zone_id in (select id from zones)`,
);

export const writeZonePostcodes = write(
  'zonePostcodes',
  `insert into delivery_zone_postcodes (zone_id, first, last)
   select z.id, r.first, r.last from jsonb_to_recordset($1::jsonb) as r (first text, last text, zone text)
   join delivery_zones z on z.code = r.zone
   on conflict (first, last) do update set zone_id = excluded.zone_id`,
);

export const writeZoneStates = write(
  'zoneStates',
  `insert into delivery_zone_states (state_id, zone_id)
   select r.state_id, z.id from jsonb_to_recordset($1::jsonb) as r (state_id text, zone text)
   join delivery_zones z on z.code = r.zone
   on conflict (state_id) do update set zone_id = excluded.zone_id`,
);

export const writeMethods = write(
  'methods',
  `insert into delivery_methods (code, shipping_class, carries, position, name_en, name_zh, description_en, description_zh,
     is_active)
   select code, shipping_class, carries, position, name_en, name_zh, description_en, description_zh, is_active
   from jsonb_populate_recordset(null::delivery_methods, $1::jsonb) order by position
   on conflict (code) do update set shipping_class = excluded.shipping_class, carries = excluded.carries, position = excluded.position,
     name_en = excluded.name_en, name_zh = excluded.name_zh, description_en = excluded.description_en,
     description_zh = excluded.description_zh, is_active = excluded.is_active`,
);

/** Removes the fees of these methods. Values: codes. */
export const clearRates = write(
  'clearRates',
  'delete from delivery_rates where method_id in (select id from delivery_methods where code = any ($1::text[]))',
);

export const writeRates = write(
  'rates',
  `insert into delivery_rates (method_id, zone_id, fee, bands, free_shipping)
   select m.id, z.id, r.fee, r.bands, r.free_shipping
   from jsonb_to_recordset($1::jsonb) as r (method text, zone text, fee integer, bands jsonb, free_shipping jsonb)
   join delivery_methods m on m.code = r.method join delivery_zones z on z.code = r.zone`,
);

/** Identifies slots by method, start and zones, so that an unchanged slot keeps its taken places. */
export const writeSlots = write(
  'slots',
  `insert into delivery_slot_templates (method_id, starts_minute, ends_minute, zones, capacity, items_capacity,
     bulky_capacity, cutoff_minutes, fee)
   select m.id, r.starts_minute, r.ends_minute, r.zones, r.capacity, r.items_capacity, r.bulky_capacity,
     r.cutoff_minutes, r.fee
   from jsonb_to_recordset($1::jsonb) as r (method text, starts_minute smallint, ends_minute smallint, zones text[],
     capacity integer, items_capacity integer, bulky_capacity integer, cutoff_minutes integer, fee integer)
   join delivery_methods m on m.code = r.method order by m.position, r.starts_minute
   on conflict (method_id, starts_minute, zones) do update set ends_minute = excluded.ends_minute,
     capacity = excluded.capacity, items_capacity = excluded.items_capacity, bulky_capacity = excluded.bulky_capacity,
     cutoff_minutes = excluded.cutoff_minutes, fee = excluded.fee`,
);

/**
 * Sets the places of these methods' future slots to their template's number, at least those that are taken. Values:
 * codes, now.
 */
export const resizeSlots = lockingStatement(
  'slot',
  'shopFolder.resizeSlots',
  none,
  `update delivery_slots s set capacity = greatest(t.capacity, s.taken)
   from delivery_slot_templates t join delivery_methods m on m.id = t.method_id
   where s.template_id = t.id and m.code = any ($1::text[]) and s.starts_at > $2::timestamptz
     and s.capacity <> greatest(t.capacity, s.taken)`,
);

/** Retires the slots of these methods that are not listed: no places from now on. Values: codes, rows. */
export const retireSlots = write(
  'retireSlots',
  `update delivery_slot_templates t set capacity = 0 from delivery_methods m
   where m.id = t.method_id and m.code = any ($1::text[]) and not exists (
     select 1 from jsonb_to_recordset($2::jsonb) as r (method text, starts_minute smallint, zones text[])
     where r.method = m.code and r.starts_minute = t.starts_minute and r.zones = t.zones)`,
);

/** Removes retired slots that no order has ever used. */
export const removeRetiredSlots = write(
  'removeRetiredSlots',
  `delete from delivery_slot_templates t where t.capacity = 0
     and not exists (select 1 from delivery_slots s where s.template_id = t.id)
     and not exists (select 1 from orders o where o.slot_template_id = t.id)`,
);

export const writePayments = write(
  'payments',
  `insert into payment_methods (code, position, name_en, name_zh, note_en, note_zh, gateway, channels, is_active)
   select code, position, name_en, name_zh, note_en, note_zh, gateway, channels, is_active
   from jsonb_populate_recordset(null::payment_methods, $1::jsonb) order by position
   on conflict (code) do update set position = excluded.position, name_en = excluded.name_en,
     name_zh = excluded.name_zh, note_en = excluded.note_en, note_zh = excluded.note_zh, gateway = excluded.gateway,
     channels = excluded.channels, is_active = excluded.is_active`,
);

export const writePromotions = write(
  'promotions',
  `insert into promotions (key, code, name_en, name_zh, goods_en, goods_zh, class, benefit, min_spend, first_order_only,
     referred_only, categories, brands, starts_at, ends_at, weekdays, combines_with, usage_limit, customer_limit, is_active)
   select key, code, name_en, name_zh, goods_en, goods_zh, class, benefit, min_spend, first_order_only, referred_only, categories,
     brands, starts_at, ends_at, weekdays, combines_with, usage_limit, customer_limit, is_active
   from jsonb_populate_recordset(null::promotions, $1::jsonb) order by key
   on conflict (key) do update set code = excluded.code, name_en = excluded.name_en, name_zh = excluded.name_zh,
     goods_en = excluded.goods_en, goods_zh = excluded.goods_zh, class = excluded.class, benefit = excluded.benefit,
     min_spend = excluded.min_spend, first_order_only = excluded.first_order_only, referred_only = excluded.referred_only,
     categories = excluded.categories, brands = excluded.brands, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
     weekdays = excluded.weekdays, combines_with = excluded.combines_with, usage_limit = excluded.usage_limit,
     customer_limit = excluded.customer_limit, is_active = excluded.is_active`,
);

/** Frees the codes of these promotions, so that another may take one. Values: keys. */
export const clearPromotionCodes = write(
  'clearPromotionCodes',
  'update promotions set code = null where key = any ($1::text[])',
);

const VOUCHER_COLUMNS = [
  'code',
  'name_en',
  'name_zh',
  'description_en',
  'description_zh',
  'terms_en',
  'terms_zh',
  'image_hash',
  'goods_en',
  'goods_zh',
  'benefit',
  'min_spend',
  'first_order_only',
  'categories',
  'brands',
  'weekdays',
  'with_coupons',
  'usable',
  'cost_kind',
  'cost_amount',
  'valid_days',
  'starts_at',
  'ends_at',
  'total_limit',
  'customer_limit',
  'is_limit_monthly',
  'tiers',
  'is_offered',
  'issued_for',
  'product_slug',
  'product_count',
  'is_active',
];

export const writeVouchers = write(
  'vouchers',
  `insert into vouchers (${VOUCHER_COLUMNS.join(', ')})
   select ${VOUCHER_COLUMNS.join(', ')} from jsonb_populate_recordset(null::vouchers, $1::jsonb) order by code
   on conflict (code) do update set ${VOUCHER_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
);

/** Frees the products of these vouchers, so that another may take one. Values: codes. */
export const clearVoucherProducts = write(
  'clearVoucherProducts',
  'update vouchers set product_slug = null where code = any ($1::text[]) and product_slug is not null',
);

export const writePriceGroups = write(
  'priceGroups',
  'insert into customer_groups (code) select unnest($1::text[]) on conflict (code) do nothing',
);

/** Frees the positions of all tiers, which are unique. */
export const clearTierPositions = write('clearTierPositions', 'update membership_tiers set position = -1 - position');

/** Columns: code, position, name_en, name_zh, qualifying_spend, earn_rate, price_group. */
export const writeTiers = write(
  'tiers',
  `insert into membership_tiers (code, position, name_en, name_zh, qualifying_spend, earn_rate, group_id)
   select r.code, r.position, r.name_en, r.name_zh, r.qualifying_spend, r.earn_rate, g.id
   from jsonb_to_recordset($1::jsonb) as r (code text, position smallint, name_en text, name_zh text,
     qualifying_spend bigint, earn_rate integer, price_group text) left join customer_groups g on g.code = r.price_group
   order by r.position
   on conflict (code) do update set position = excluded.position, name_en = excluded.name_en, name_zh = excluded.name_zh,
     qualifying_spend = excluded.qualifying_spend, earn_rate = excluded.earn_rate, group_id = excluded.group_id`,
);

/**
 * Moves the members of the tiers that were not written to the highest one that needs no more spend, and gives members
 * the price group of their tier in place of the one that it had, $1 (columns: code, price_group). A group that was
 * given by hand stays.
 */
export const moveMembers = lockingStatement(
  'membership',
  'shopFolder.moveMembers',
  none,
  `with changes as (
     select t.id as tier_id, own.id as new_tier_id, g.id as group_id, own.group_id as new_group_id
     from membership_tiers t join jsonb_to_recordset($1::jsonb) as r (code text, price_group text) on r.code = t.code
       left join customer_groups g on g.code = r.price_group
       cross join lateral (select o.id, o.group_id from membership_tiers o where o.position >= 0 and case
         when t.position >= 0 then o.id = t.id else o.qualifying_spend <= t.qualifying_spend end
         order by o.position desc limit 1) own
     where own.id <> t.id or own.group_id is distinct from g.id
   ), members as (
     select m.customer_id, c.* from memberships m join changes c on c.tier_id = m.tier_id
     order by m.customer_id for update of m
   ), moved as (
     update memberships m set tier_id = members.new_tier_id from members where members.customer_id = m.customer_id
   )
   update customers c set group_id = members.new_group_id from members
   where c.id = members.customer_id and c.group_id is not distinct from members.group_id`,
);

export const removeTiers = write('removeTiers', 'delete from membership_tiers where position < 0');

export const clearRewards = write('clearRewards', 'delete from earn_rules');

/** Columns: those of `RewardSetup`. */
export const writeRewards = write(
  'rewards',
  `insert into earn_rules (key, action, tier_id, kind, amount, per, day, min_spend, starts_at, ends_at)
   select r.key, r.action, t.id, r.kind, r.amount, r.per, r.day, r.min_spend, r.starts_at, r.ends_at
   from jsonb_to_recordset($1::jsonb) as r (key text, action text, tier text, kind text, amount integer, per text,
     day smallint, min_spend integer, starts_at timestamptz, ends_at timestamptz) left join membership_tiers t on t.code = r.tier`,
);

export const writeCollections = write(
  'collections',
  `insert into collections (key, name_en, name_zh, rule, max_items, starts_at, ends_at)
   select key, name_en, name_zh, rule, max_items, starts_at, ends_at
   from jsonb_populate_recordset(null::collections, $1::jsonb)
   on conflict (key) do update set name_en = excluded.name_en, name_zh = excluded.name_zh, rule = excluded.rule,
     max_items = excluded.max_items, starts_at = excluded.starts_at, ends_at = excluded.ends_at`,
);

/** Removes picked products that are not listed. Values: keys, rows. */
export const removeItems = write(
  'removeItems',
  `delete from collection_items i where i.collection_key = any ($1::text[]) and not exists (
     select 1 from jsonb_to_recordset($2::jsonb) as r (key text, slug text) join products p on p.slug = r.slug
     where r.key = i.collection_key and p.id = i.product_id)`,
);

/** Picks products; those that the shop lacks are left out. An item keeps its own window. */
export const writeItems = write(
  'items',
  `insert into collection_items (collection_key, position, product_id)
   select r.key, r.position, p.id from jsonb_to_recordset($1::jsonb) as r (key text, slug text, position integer)
   join products p on p.slug = r.slug
   on conflict (collection_key, product_id) do update set position = excluded.position`,
);

export const writeSynonyms = write(
  'synonyms',
  `insert into search_synonyms (terms) select r.terms
   from jsonb_to_recordset($1::jsonb) as r (position integer, terms text[]) order by r.position`,
);

export const clearSynonyms = write('clearSynonyms', 'delete from search_synonyms');

export const writeBanners = write(
  'banners',
  `insert into banners (slug, position, scene, image_hash, tile_hash, title_en, title_zh, description_en, description_zh,
     cta_en, cta_zh, link, is_active, starts_at, ends_at)
   select slug, position, scene, image_hash, tile_hash, title_en, title_zh, description_en, description_zh, cta_en,
     cta_zh, link, is_active, starts_at, ends_at
   from jsonb_populate_recordset(null::banners, $1::jsonb) order by position
   on conflict (slug) do update set position = excluded.position, scene = excluded.scene,
     image_hash = excluded.image_hash, tile_hash = excluded.tile_hash, title_en = excluded.title_en,
     title_zh = excluded.title_zh, description_en = excluded.description_en, description_zh = excluded.description_zh,
     cta_en = excluded.cta_en, cta_zh = excluded.cta_zh, link = excluded.link, is_active = excluded.is_active,
     starts_at = excluded.starts_at, ends_at = excluded.ends_at`,
);

export const writePages = write(
  'pages',
  `insert into static_blocks (slug, position, title_en, title_zh, description_en, description_zh, source_en, source_zh,
     sections_en, sections_zh, updated_at)
   select slug, position, title_en, title_zh, description_en, description_zh, source_en, source_zh, sections_en,
     sections_zh, updated_at
   from jsonb_populate_recordset(null::static_blocks, $1::jsonb) order by position
   on conflict (slug) do update set position = excluded.position, title_en = excluded.title_en,
     title_zh = excluded.title_zh, description_en = excluded.description_en, description_zh = excluded.description_zh,
     source_en = excluded.source_en, source_zh = excluded.source_zh, sections_en = excluded.sections_en,
     sections_zh = excluded.sections_zh, updated_at = excluded.updated_at`,
);

export const writeOutlets = write(
  'outlets',
  `insert into outlets (code, name_en, name_zh, street_address, postcode, state_id, latitude, longitude, phone, hours)
   select code, name_en, name_zh, street_address, postcode, state_id, latitude, longitude, phone, hours
   from jsonb_populate_recordset(null::outlets, $1::jsonb)
   on conflict (code) do update set name_en = excluded.name_en, name_zh = excluded.name_zh,
     street_address = excluded.street_address, postcode = excluded.postcode, state_id = excluded.state_id,
     latitude = excluded.latitude, longitude = excluded.longitude, phone = excluded.phone, hours = excluded.hours`,
);

/**
 * Finds those that an order names, and vouchers that a customer has. Values: codes of delivery methods, codes of
 * payment methods, keys of promotions, codes of vouchers.
 */
export const namedByOrders = statement(
  'shopFolder.namedByOrders',
  v.object({
    methods: v.array(v.string()),
    payments: v.array(v.string()),
    promotions: v.array(v.string()),
    vouchers: v.array(v.string()),
  }),
  `select array(select m.code from delivery_methods m where m.code = any ($1::text[])
       and exists (select 1 from orders o where o.delivery_method_id = m.id)) as methods,
     array(select code from unnest($2::text[]) as r (code)
       where exists (select 1 from orders o where o.payment_method = r.code)
         or exists (select 1 from payment_attempts a where a.payment_method = r.code)) as payments,
     array(select p.key from promotions p where p.key = any ($3::text[])
       and (exists (select 1 from promotion_uses u where u.promotion_id = p.id) or exists (
         select 1 from orders o
         where o.promotions @> jsonb_build_array(jsonb_build_object('id', p.id::text))))) as promotions,
     array(select code from vouchers t where code = any ($4::text[])
       and exists (select 1 from own_vouchers o where o.voucher_id = t.id)) as vouchers`,
);

const remove = (table: string, key: string): Statement<Record<string, never>> =>
  write(`remove_${table}`, `delete from ${table} where ${key} = any ($1::text[])`);

export const removeMethodSlots = write(
  'removeMethodSlots',
  `delete from delivery_slot_templates
   where method_id in (select id from delivery_methods where code = any ($1::text[]))`,
);
/** Removes the fees of these zones. Values: codes. */
export const clearZoneRates = write(
  'clearZoneRates',
  'delete from delivery_rates where zone_id in (select id from delivery_zones where code = any ($1::text[]))',
);
export const removeMethods = remove('delivery_methods', 'code');
export const removeZones = remove('delivery_zones', 'code');
export const removePayments = remove('payment_methods', 'code');
/** Removes the counters of promotions that no order uses now. Values: keys. */
export const removePromotionCounts = write(
  'removePromotionCounts',
  'delete from promotion_counts where promotion_id in (select id from promotions where key = any ($1::text[]))',
);
export const removePromotions = remove('promotions', 'key');
/** Removes the counters of vouchers that no customer has. Values: codes. */
export const removeVoucherCounts = write(
  'removeVoucherCounts',
  'delete from voucher_counts where voucher_id in (select id from vouchers where code = any ($1::text[]))',
);
export const removeVouchers = remove('vouchers', 'code');
export const removeCollections = remove('collections', 'key');
export const removeBanners = remove('banners', 'slug');
export const removePages = remove('static_blocks', 'slug');
export const removeOutlets = remove('outlets', 'code');
