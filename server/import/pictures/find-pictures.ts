/** Resolves a batch's pictures: images of the shop, drawings, and fetched ones. */
import * as v from 'valibot';
import { saveImages } from '../../content/images.ts';
import { type Db, statement } from '../../db/database.ts';
import { imageHash } from '../../media/image-hash.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import type { ProductDraft } from '../columns/product-file.ts';
import type { DraftPicture } from '../columns/product-values.ts';
import { type ImportRun, rejectRow } from '../products/import-run.ts';
import { FILE_MARK } from './match-images.ts';

const existingImages = statement(
  'import.imagesThere',
  v.object({ hash: v.string() }),
  'select hash from images where hash = any ($1::text[])',
);

const listPictures = (draft: ProductDraft): DraftPicture[] => [
  ...draft.images.flatMap(({ picture }) => picture ?? []),
  ...draft.variants.flatMap((variant) => variant.image ?? []),
];

/** Resolves drawings and uploads; leaves out uploads that the shop lacks, and lists those whose file is missing. */
async function resolveDrawings(
  db: Db,
  drafts: readonly ProductDraft[],
  hasUpload?: (sha256: string) => Promise<boolean>,
) {
  const specs = new Map<string, ImageSpec>();
  for (const { address, spec } of drafts.flatMap(listPictures)) if (spec) specs.set(address, spec);
  const hashes = new Map([...specs].map(([address, spec]) => [address, imageHash(spec)]));
  const savedHashes = new Set(
    specs.size > 0 ? (await db.rows(existingImages, [[...new Set(hashes.values())]])).map((row) => row.hash) : [],
  );
  const newSpecs: ImageSpec[] = [];
  const missing = new Set<string>();
  for (const [address, spec] of specs) {
    const isSaved = savedHashes.has(hashes.get(address) ?? '');
    const isMissing = spec.kind === 'upload' && !(await hasUpload?.(spec.sha256));
    if (isMissing) missing.add(address);
    if (isMissing && !isSaved) hashes.delete(address);
    else if (!isSaved) newSpecs.push(spec);
  }
  return { hashes, newSpecs, missing };
}

/** Says why an uploaded picture is missing. */
export const MISSING_UPLOAD =
  'was uploaded to the shop of the export and is not in DATA_DIR/media/uploads: take that folder along, then import again';

/** Warns of uploaded pictures whose file is missing, with the line of their product. */
function reportMissing(run: ImportRun, drafts: readonly ProductDraft[], missing: ReadonlySet<string>): void {
  // `--fetch-images` fetches them, and reports those that it cannot.
  if (run.fetchPictures !== undefined) return;
  for (const draft of drafts) {
    for (const { address } of listPictures(draft)) {
      if (!missing.has(address)) continue;
      const reason = `picture ${address.split('#')[0]} ${MISSING_UPLOAD}`;
      rejectRow(run, { line: draft.line, handle: draft.handle, column: 'Image Src', reason, isWarning: true });
    }
  }
}

/** Resolves the pictures that need no network, without saving any. */
export async function resolveLocalPictures(
  run: ImportRun,
  drafts: readonly ProductDraft[],
): Promise<Map<string, string>> {
  const { hashes, missing } = await resolveDrawings(run.db, drafts, run.hasUpload);
  reportMissing(run, drafts, missing);
  return hashes;
}

/** Resolves and saves all pictures of a batch: URL → image hash. Reports and skips those that fail. */
export async function findPictures(
  run: ImportRun,
  db: Db,
  drafts: readonly ProductDraft[],
): Promise<Map<string, string>> {
  const { hashes, newSpecs, missing } = await resolveDrawings(db, drafts, run.hasUpload);
  reportMissing(run, drafts, missing);
  if (newSpecs.length > 0) await saveImages(db, newSpecs);
  const owners = new Map<string, ProductDraft>();
  for (const draft of drafts) {
    for (const { address } of listPictures(draft)) if (!hashes.has(address)) owners.set(address, draft);
  }
  const onFailure = (column: string) => (address: string, reason: string) => {
    const draft = owners.get(address);
    const problem = { line: draft?.line ?? 0, handle: draft?.handle ?? '', column };
    run.onProblem({ ...problem, reason: `picture ${address} ${reason}` });
  };
  const isFile = (address: string) => address.startsWith(FILE_MARK);
  const files = [...owners.keys()].filter(isFile);
  const links = [...owners.keys()].filter((address) => !isFile(address));
  const loaded = files.length > 0 ? await run.imageFiles?.load(db, files, onFailure('--images')) : undefined;
  const fetched = links.length > 0 ? await run.fetchPictures?.(db, links, onFailure('Image Src')) : undefined;
  return new Map([...hashes, ...(loaded ?? []), ...(fetched ?? [])]);
}
