/** Registers images: a hash (docs/readings.md#37) and the spec that it is drawn from. */
import * as v from 'valibot';
import { type Db, statement } from '../db/database.ts';
import { imageHash } from '../media/image-hash.ts';
import type { ImageSpec } from '../media/image-spec.ts';

const specOfHash = statement(
  'content.imageSpec',
  v.object({ spec: v.custom<ImageSpec>((value) => typeof value === 'object' && value !== null) }),
  'select spec from images where hash = $1',
);

const addImages = statement(
  'content.addImages',
  v.strictObject({}),
  `insert into images (hash, spec) select hash, spec from jsonb_to_recordset($1::jsonb) as r (hash text, spec jsonb)
   order by hash on conflict do nothing`,
);

/** Finds the spec of an image by its hash; null if unknown. */
export async function findSpec(db: Db, hash: string): Promise<ImageSpec | null> {
  return (await db.row(specOfHash, [hash]))?.spec ?? null;
}

/** Registers images in one statement and returns their hashes in the given order; leaves known images unchanged. */
export async function saveImages(db: Db, specs: readonly ImageSpec[]): Promise<string[]> {
  const hashes = specs.map(imageHash);
  const byHash = new Map(specs.map((spec, index) => [hashes[index] ?? '', spec]));
  const rows = [...byHash].map(([hash, spec]) => ({ hash, spec }));
  if (rows.length > 0) await db.rows(addImages, [JSON.stringify(rows)]);
  return hashes;
}
