/**
 * Statements that read and lock a shop's setup, write its settings, and find list entries that orders or customers
 * refer to.
 */
import * as v from 'valibot';
import { jsonObject } from '../catalog/catalog.sql.ts';
import { type Db, statement } from '../db/database.ts';
import { type ComputedColumns, selectComputed, selectList, writeStatement } from '../field-tables/list-part.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import { LIST_PARTS, type ShopSetup } from './shop-setup.ts';

/** The setup as stored: images of settings by hash. */
type StoredSetup = { settings: Record<string, unknown>; lists: Omit<ShopSetup, 'settings'>; computed: ComputedColumns };

/** Reads the whole setup. */
export const readStoredSetup = statement(
  'shopFolder.read',
  v.object({
    settings: v.record(v.string(), v.unknown()),
    lists: jsonObject<StoredSetup['lists']>(),
    computed: jsonObject<ComputedColumns>(),
  }),
  `select coalesce((select jsonb_object_agg(key, value) from settings), '{}') as settings,
    json_build_object(${LIST_PARTS.map((list) => `'${list.name}', ${selectList(list)}`).join(', ')}) as lists,
    json_build_object(${LIST_PARTS.flatMap(selectComputed).join(', ')}) as computed`,
);

export const specsByHash = statement(
  'shopFolder.specs',
  v.object({ hash: v.string(), spec: v.custom<ImageSpec>((value) => typeof value === 'object') }),
  'select hash, spec from images where hash = any ($1::text[])',
);

/** Waits for the lock without the limit that the transaction's other locks have. */
const waitForLock = statement(
  'shopFolder.lock',
  v.object({ lifted: v.string(), locked: v.unknown(), limited: v.string() }),
  `with usual as materialized (select current_setting('lock_timeout') as lock_timeout)
   select set_config('lock_timeout', '0', true) as lifted, pg_advisory_xact_lock(hashtext('shop setup')) as locked,
     set_config('lock_timeout', usual.lock_timeout, true) as limited from usual`,
);

/**
 * Serializes setups; released with the transaction. Lifts its time limit, since another process may store pictures
 * meanwhile, and a setup may change all members.
 */
export async function lockSetup(tx: Db): Promise<void> {
  await tx.liftTimeLimit();
  await tx.rows(waitForLock);
}

/** Invalidates everything that is cached, and makes the catalogue index read its labels and synonyms again. */
export const noteSetupChange = statement(
  'shopFolder.noteChange',
  v.strictObject({}),
  `insert into catalog_changes (product_id, kind) values (null, 'content')`,
  { writes: 'catalog_change' },
);

export const writeSettings = writeStatement(
  'settings',
  `insert into settings (key, value) select key, value from jsonb_to_recordset($1::jsonb) as r (key text, value jsonb)
   on conflict (key) do update set value = excluded.value`,
);

/** Removes settings. Values: keys. */
export const removeSettings = writeStatement('removeSettings', 'delete from settings where key = any ($1::text[])');

/**
 * Marks the shop as set up by its owner, even if all its settings are still the defaults. The key is not a setting and
 * is never removed.
 */
export const markSetUp = writeStatement(
  'markSetUp',
  `insert into settings (key, value) values ('set_up', 'true') on conflict (key) do nothing`,
);

/** Reads whether the shop has settings other than those of loyalty, which a migration writes. */
export const hasSetUp = statement(
  'shopFolder.hasSetUp',
  v.object({ is_set_up: v.boolean() }),
  `select exists (select 1 from settings where key <> 'loyalty') as is_set_up`,
);

/** The lists whose entries orders or customers can refer to. */
export const REFERRED_LISTS = LIST_PARTS.filter(({ isUsed }) => isUsed !== undefined);

/** Finds the entries that an order names, and vouchers that a customer has. Values: keys, for each of these lists. */
export const entriesInUse = statement(
  'shopFolder.namedByOrders',
  v.record(v.string(), v.array(v.string())),
  `select ${REFERRED_LISTS.map(
    ({ name, table, key, isUsed }, index) =>
      `array(select t.${key} from ${table} t where t.${key} = any ($${index + 1}::text[]) and (${isUsed})) as ${name}`,
  ).join(', ')}`,
);
