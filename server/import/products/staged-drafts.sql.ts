/** Statements for drafts between reading and writing: an import stages them in `import_drafts`. */
import * as v from 'valibot';
import { lockingStatement, statement } from '../../db/database.ts';
import type { ProductDraft } from '../columns/product-file.ts';

const draft = v.custom<ProductDraft>((value) => typeof value === 'object' && value !== null);

/** Stages drafts and returns their positions; skips a handle that is already staged. Values: import, drafts, now. */
export const stageDrafts = statement(
  'import.stage',
  v.object({ position: v.number() }),
  `insert into import_drafts (import_id, position, handle, draft, staged_at)
   select $1, r.position, r.handle, r.draft, $3
   from jsonb_to_recordset($2::jsonb) as r (position integer, handle text, draft jsonb)
   order by r.position on conflict do nothing returning position`,
);

/** Finds the next staged drafts in file order. Values: import, last position, limit. */
export const stagedDrafts = statement(
  'import.staged',
  v.object({ position: v.number(), draft: draft }),
  `select position, draft from import_drafts where import_id = $1 and position > $2 order by position limit $3`,
);

/**
 * Deletes this import's staged drafts, and drafts of crashed imports staged before a time. Values: import, that time.
 */
export const clearStaged = statement(
  'import.clear',
  v.strictObject({}),
  'delete from import_drafts where import_id = $1 or staged_at < $2',
);

/** Locks the stock of all products that are staged, in the order of ids. Values: import. */
export const lockStagedStock = lockingStatement(
  'stock',
  'import.lockStagedStock',
  v.object({ id: v.number() }),
  `select i.id from inventory i join products p on p.id = i.product_id join import_drafts d on d.handle = p.slug
   where d.import_id = $1 order by i.id for update of i`,
);

/** Finds staged drafts by handle. Values: import, handles. */
export const stagedByHandle = statement(
  'import.stagedByHandle',
  v.object({ draft: draft }),
  'select draft from import_drafts where import_id = $1 and handle = any ($2::text[])',
);

/** Lists the paths of categories that the staged drafts name, in the order of the file. Values: import. */
export const stagedPaths = statement(
  'import.stagedPaths',
  v.object({ path: v.array(v.string()) }),
  `select path from import_drafts d, lateral (
     select d.draft -> 'category' as path union all select jsonb_array_elements(d.draft -> 'further')) named
   where d.import_id = $1 and jsonb_typeof(path) = 'array' and path <> '[]' group by path order by min(d.position), path`,
);
