/** Parses a file into drafts and stages them, bundles last, because they need their items. */

import { InvalidCell } from '../columns/cells.ts';
import { nameOf } from '../columns/product-columns.ts';
import type { ProductDraft } from '../columns/product-file.ts';
import { addDefinitions, readCellDefinitions } from '../labels/definitions.ts';
import { MISSING_UPLOAD } from '../pictures/find-pictures.ts';
import { createImageMatcher } from '../pictures/match-images.ts';
import { readDraft } from '../reading/read-draft.ts';
import { readGroups } from '../reading/read-groups.ts';
import type { FileRow } from '../reading/row-cells.ts';
import { type ImportRun, rejectRow } from './import-run.ts';
import { stageDrafts } from './staged-drafts.sql.ts';

const BATCH_SIZE = 200;
/** First position of bundles: after every product. */
const FIRST_BUNDLE_POSITION = 1_000_000_000;

/** Rejects variants whose SKU another product of the file has. */
function claimSkus(run: ImportRun, draft: ProductDraft, claimedSkus: Set<string>): ProductDraft | null {
  const variants = draft.variants.filter((variant) => {
    if (variant.sku === null || !claimedSkus.has(variant.sku)) return true;
    const reason = `repeats the SKU "${variant.sku}"`;
    rejectRow(run, { line: variant.line, handle: draft.handle, column: nameOf('sku'), reason });
    return false;
  });
  for (const { sku } of variants) if (sku !== null) claimedSkus.add(sku);
  if (variants.length === 0) return null;
  return { ...draft, variants, is_partial: draft.is_partial || variants.length < draft.variants.length };
}

type BrandName = { name_zh: string; line: number };

const brandKey = ({ vendor }: ProductDraft): string => (vendor ?? '').trim().toLowerCase();

/** Rejects a product whose brand has another Chinese name in an earlier row. */
function checkBrandName(
  run: ImportRun,
  draft: ProductDraft,
  earlierNames: ReadonlyMap<string, BrandName>,
): ProductDraft | null {
  const { line, handle, vendor_zh: name_zh } = draft;
  if (brandKey(draft) === '' || !name_zh) return draft;
  const earlier = earlierNames.get(brandKey(draft));
  if (earlier === undefined || earlier.name_zh === name_zh) return draft;
  const column = nameOf('vendor_zh');
  const reason = `${column} "${name_zh}" differs from "${earlier.name_zh}" of line ${earlier.line}, of the same brand`;
  rejectRow(run, { line, handle, column, reason });
  return null;
}

async function readDefinitions(run: ImportRun, rows: readonly FileRow[], at: number | undefined): Promise<void> {
  const column = nameOf('definitions');
  for (const { line, cells } of at === undefined ? [] : rows) {
    try {
      const defined = readCellDefinitions(cells[at ?? -1] ?? '');
      addDefinitions(run.definitions, defined);
      for (const { slug, image } of [...(defined.brands ?? []), ...(defined.categories ?? [])]) {
        if (image?.kind !== 'upload' || (await run.hasUpload?.(image.sha256))) continue;
        const reason = `${column}: the picture of ${slug} ${MISSING_UPLOAD}`;
        rejectRow(run, { line, handle: '', column, reason, isWarning: true });
      }
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      rejectRow(run, { line, handle: '', column, reason: `${column} ${error.message}` });
    }
  }
}

/** Parses and stages the file; reports bad rows. Returns the number of staged products. */
export async function stageFile(run: ImportRun, path: string): Promise<number> {
  const claimedSkus = new Set<string>();
  const brandNames = new Map<string, BrandName>();
  const handles = new Set<string>();
  let position = 0;
  let batch: { position: number; handle: string; draft: ProductDraft }[] = [];
  const flush = async () => {
    const staged = await run.db.rows(stageDrafts, [run.id, JSON.stringify(batch), run.now]);
    const places = new Set(staged.map((row) => row.position));
    for (const { draft } of batch.filter((row) => !places.has(row.position))) {
      run.report.skipped += 1;
      rejectRow(run, {
        line: draft.line,
        handle: draft.handle,
        reason: 'stands apart from earlier rows of its handle',
      });
    }
    batch = [];
    run.onProgress('reading', position);
  };
  const report = {
    problem: (problem: Parameters<typeof rejectRow>[1]) => rejectRow(run, problem),
    note: (text: string) => void run.report.notes.push(text),
    ignored: (columns: string[]) => run.report.ignored_columns.push(...columns),
  };
  for await (const { header, rows } of readGroups(path, report)) {
    run.report.rows_read += rows.length;
    await readDefinitions(run, rows, header.get('definitions'));
    const { draft: read, problems } = readDraft(header, rows);
    for (const problem of problems) rejectRow(run, problem);
    const mapped = read?.category && run.mapCategory ? [...run.mapCategory(read.category)] : read?.category;
    const product = read && checkBrandName(run, { ...read, category: mapped }, brandNames);
    const draft = product && claimSkus(run, product, claimedSkus);
    if (draft === null) {
      run.report.skipped += 1;
      continue;
    }
    if (draft.vendor_zh) brandNames.set(brandKey(draft), { name_zh: draft.vendor_zh, line: draft.line });
    handles.add(draft.handle.toLowerCase());
    position += 1;
    const isBundle = (draft.bundle_items?.length ?? 0) > 0;
    batch.push({ position: isBundle ? FIRST_BUNDLE_POSITION + position : position, handle: draft.handle, draft });
    if (batch.length === BATCH_SIZE) await flush();
  }
  if (batch.length > 0) await flush();
  if (run.imageFiles !== undefined) {
    const skus = new Set([...claimedSkus].map((sku) => sku.toLowerCase()));
    run.images = createImageMatcher(run.imageFiles.paths, (name) => skus.has(name) || handles.has(name));
  }
  return position;
}
