/**
 * Imports a product CSV: every row is read and staged first, then products are published in short batches, so that
 * memory stays bounded and no shopper waits behind a long transaction (readings 43).
 */
import { analyzeCatalogue, isGrown } from '../catalog/statistics.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Problem, ProductDraft } from './draft.ts';
import { clearStaged, shopProducts, skuOwners, stageDrafts, stagedDrafts } from './import.sql.ts';
import { changedFields, mergeDraft, type WantedProduct } from './merge.ts';
import { readGroups } from './read-csv.ts';
import { readDraft } from './read-draft.ts';
import { addReferences, loadReferences, newReferences, pretendReferences, type References } from './references.ts';
import { saveProducts } from './write-products.ts';

/** Products per batch: memory and locks stay small. */
const BATCH = 100;
/** What an import that broke has staged is cleared a day later. */
const STALE_MS = 86_400_000;

export type ImportOptions = {
  now: Date;
  /** Says what would change, and changes nothing. */
  dryRun: boolean;
  /** One bad row, and nothing is imported. */
  allOrNothing: boolean;
  /** Every row that cannot be imported, as soon as it is met. */
  onProblem(problem: Problem): void;
  /** How far it has come. */
  onProgress(step: 'reading' | 'comparing' | 'writing', products: number): void;
  /** Every product that is new or differs, with what differs. */
  onChange(change: { handle: string; kind: 'created' | 'updated'; fields: readonly string[] }): void;
  /** Brings pictures into the shop: address → name of the image. None are brought where it is missing. */
  fetchPictures?: (
    tx: Db,
    addresses: readonly string[],
    onFailure: (address: string, reason: string) => void,
  ) => Promise<Map<string, string>>;
};

/** What became of the file: products but for `rows_refused`. */
export type ImportReport = {
  created: number;
  updated: number;
  unchanged: number;
  /** Products of which nothing could be imported. */
  skipped: number;
  rows_refused: number;
  /** Whether anything was, or in a dry run would be, written. */
  is_applied: boolean;
};

type Run = ImportOptions & { db: Db; id: string; report: ImportReport };

function refuse(run: Run, problem: Problem): void {
  run.report.rows_refused += 1;
  run.onProblem(problem);
}

/** Leaves out variants whose SKU another product of the file has. */
function claimSkus(run: Run, draft: ProductDraft, claimed: Set<string>): ProductDraft | null {
  const variants = draft.variants.filter((variant) => {
    if (variant.sku === null || !claimed.has(variant.sku)) return true;
    refuse(run, { line: variant.line, handle: draft.handle, reason: `repeats the SKU "${variant.sku}"` });
    return false;
  });
  for (const { sku } of variants) if (sku !== null) claimed.add(sku);
  if (variants.length === 0) return null;
  return { ...draft, variants, is_partial: draft.is_partial || variants.length < draft.variants.length };
}

async function stage(run: Run, path: string): Promise<number> {
  const claimed = new Set<string>();
  let position = 0;
  let batch: { position: number; handle: string; draft: ProductDraft }[] = [];
  const flush = async () => {
    const staged = await run.db.rows(stageDrafts, [run.id, JSON.stringify(batch), run.now]);
    const places = new Set(staged.map((row) => row.position));
    for (const { draft } of batch.filter((row) => !places.has(row.position))) {
      run.report.skipped += 1;
      refuse(run, { line: draft.line, handle: draft.handle, reason: 'stands apart from earlier rows of its handle' });
    }
    batch = [];
    run.onProgress('reading', position);
  };
  for await (const { header, rows } of readGroups(path, (problem) => refuse(run, problem))) {
    const { draft: read, problems } = readDraft(header, rows);
    for (const problem of problems) refuse(run, problem);
    const draft = read === null ? null : claimSkus(run, read, claimed);
    if (draft === null) {
      run.report.skipped += 1;
      continue;
    }
    position += 1;
    batch.push({ position, handle: draft.handle, draft });
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return position;
}

/** Leaves out what the shop refuses: SKUs that belong to other products of the shop. */
async function withoutTakenSkus(run: Run, db: Db, drafts: readonly ProductDraft[]): Promise<ProductDraft[]> {
  const skus = drafts.flatMap((draft) => draft.variants.flatMap((variant) => variant.sku ?? []));
  const owners = new Map((await db.rows(skuOwners, [skus])).map((owner) => [owner.sku, owner.slug]));
  return drafts.flatMap((draft) => {
    const variants = draft.variants.filter((variant) => {
      const owner = variant.sku === null ? undefined : owners.get(variant.sku);
      if (owner === undefined || owner === draft.handle) return true;
      refuse(run, { line: variant.line, handle: draft.handle, reason: `SKU "${variant.sku}" belongs to "${owner}"` });
      return false;
    });
    if (variants.length === draft.variants.length) return [draft];
    if (variants.length > 0) return [{ ...draft, variants, is_partial: true }];
    run.report.skipped += 1;
    return [];
  });
}

/** Compares one batch with the shop: what is to be written. */
async function compare(
  run: Run,
  db: Db,
  drafts: readonly ProductDraft[],
  references: References,
  pictures: ReadonlyMap<string, string>,
): Promise<WantedProduct[]> {
  const found = await db.rows(shopProducts, [drafts.map((draft) => draft.handle)]);
  const shop = new Map(found.map((product) => [product.slug, product]));
  return drafts.flatMap((draft) => {
    const before = shop.get(draft.handle) ?? null;
    const merged = mergeDraft(draft, before, references, pictures);
    if ('reason' in merged) {
      run.report.skipped += 1;
      refuse(run, { line: draft.line, handle: draft.handle, reason: merged.reason });
      return [];
    }
    const fields = before === null ? [] : changedFields(merged.wanted, before);
    if (before !== null && fields.length === 0) {
      run.report.unchanged += 1;
      return [];
    }
    const kind = before === null ? 'created' : 'updated';
    run.report[kind] += 1;
    run.onChange({ handle: draft.handle, kind, fields });
    return [merged.wanted];
  });
}

/** Goes through what is staged, batch by batch; each batch is one transaction where it is written. */
async function goThrough(run: Run, isWritten: boolean): Promise<void> {
  let references = await loadReferences(run.db);
  let after = 0;
  let done = 0;
  for (let batches = 1; ; batches++) {
    const staged = await run.db.rows(stagedDrafts, [run.id, after, BATCH]);
    const last = staged.at(-1);
    if (last === undefined) return;
    after = last.position;
    const drafts = await withoutTakenSkus(
      run,
      run.db,
      staged.map((row) => row.draft),
    );
    const added = newReferences(references, drafts);
    if (!isWritten) {
      references = pretendReferences(references, added);
      await compare(run, run.db, drafts, references, new Map());
    } else {
      // Pictures come over the network, so they come before the transaction.
      const pictures = await fetchedPictures(run, drafts);
      // A batch that is tried again must not be counted twice.
      const before = { ...run.report };
      references = await run.db.transaction(async (tx) => {
        Object.assign(run.report, before);
        const known = await addReferences(tx, references, added);
        await saveProducts(tx, await compare(run, tx, drafts, known, pictures), run.now);
        return known;
      });
    }
    if (isWritten && isGrown(batches)) await analyzeCatalogue(run.db);
    done += staged.length;
    run.onProgress(isWritten ? 'writing' : 'comparing', done);
  }
}

async function fetchedPictures(run: Run, drafts: readonly ProductDraft[]): Promise<Map<string, string>> {
  if (run.fetchPictures === undefined) return new Map();
  const lines = new Map<string, ProductDraft>();
  for (const draft of drafts) {
    const addresses = [...draft.images, ...draft.variants.flatMap((variant) => variant.image ?? [])];
    for (const address of addresses) lines.set(address, draft);
  }
  return run.fetchPictures(run.db, [...lines.keys()], (address, reason) => {
    const draft = lines.get(address);
    run.onProblem({ line: draft?.line ?? 0, handle: draft?.handle ?? '', reason: `picture ${address} ${reason}` });
  });
}

/**
 * Imports a file. Rows that cannot be imported are told and the others land; with `allOrNothing` none does then.
 * Doing it twice changes nothing the second time. Throws `UnreadableFile` where the file as a whole cannot be read.
 */
export async function importCatalogue(db: Db, path: string, options: ImportOptions): Promise<ImportReport> {
  const report: ImportReport = { created: 0, updated: 0, unchanged: 0, skipped: 0, rows_refused: 0, is_applied: false };
  const run: Run = { ...options, db, id: uuidV7(options.now), report };
  const stale = new Date(options.now.getTime() - STALE_MS);
  try {
    await stage(run, path);
    if (options.allOrNothing || options.dryRun) {
      const staged = { ...report };
      await goThrough(run, false);
      const isGood = !options.allOrNothing || report.rows_refused === 0;
      if (options.dryRun || !isGood) return { ...report, is_applied: isGood };
      Object.assign(report, staged);
    }
    await goThrough(run, true);
    return { ...report, is_applied: true };
  } finally {
    await db.rows(clearStaged, [run.id, stale]);
  }
}
