/** Describes a backup: the last entry of its file. */
import * as v from 'valibot';

export const MANIFEST_FILE = 'manifest.json';

/** Entries that contain the pieces of the dump, in their order; together they are the part `database`. */
export const DUMP_FOLDER = 'database';

/** Folder of the pictures that the shop shows, below the data folder. */
export const UPLOADS_FOLDER = 'media/uploads';

/** Tables whose rows are counted in the same snapshot as the dump, and again when it is restored. */
export const COUNTED_TABLES = [
  'customers',
  'products',
  'orders',
  'order_lines',
  'payment_attempts',
  'refunds',
  'wallet_entries',
] as const;

export const manifestSchema = v.object({
  /** The version of this format. */
  format: v.literal(1),
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  /** `postgresql`: a dump of pg_dump in its custom format. `embedded`: the embedded database's files, tar and gzip. */
  engine: v.picklist(['postgresql', 'embedded']),
  /** The major version of the database, and of `pg_dump`. */
  engine_version: v.number(),
  dump_version: v.number(),
  database: v.string(),
  /** The newest migration of its schema. */
  migration: v.string(),
  rows: v.record(v.string(), v.number()),
  /** The dump and every file, with its size in bytes. */
  parts: v.array(v.object({ name: v.string(), size: v.number(), sha256: v.string() })),
});
export type BackupManifest = v.InferOutput<typeof manifestSchema>;

/** Names of the files of the data folder that a backup contains. Any other name is refused: it could lead elsewhere. */
const FILE_NAME = /^(secret|media\/(?:uploads|originals)\/[0-9a-f]{64}|imports\/[A-Za-z0-9][\w.-]{0,80})$/;

export const isFileName = (name: string): boolean => FILE_NAME.test(name);
