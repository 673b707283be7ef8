/**
 * The catalogue index of a process: what lists, facets and searches are answered from (design "Fast by design"). It is
 * derived, kept by the change feed, and made anew whenever anything may have changed; the database keeps the truth and
 * the rows that are shown.
 */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import type { Change } from '../../http/byte-cache.ts';
import { Refused } from '../../refuse.ts';
import { TextIndex, type TextSource } from '../search/text-index.ts';
import { allSynonyms, type IndexRow, indexPage, indexRows } from './catalog-index.sql.ts';
import { type Labels, loadLabels } from './labels.ts';
import { ProductRows } from './product-columns.ts';

/** What the index holds. It changes between requests, never while one is choosing. */
export type Catalogue = { rows: ProductRows; text: TextIndex; labels: Labels };

export type CatalogIndex = {
  /** The index with everything that this process has written. Refuses as unavailable while it is still being made. */
  current(): Promise<Catalogue>;
  /** Resolves once it was made for the first time. */
  made(): Promise<void>;
  /** Begins to make it; `current` and `made` do so too. */
  start(): void;
  /** Takes in what changed; resolves when answers say so. */
  apply(changes: readonly Change[]): Promise<void>;
  stop(): Promise<void>;
};

export type CatalogIndexOptions = {
  db: Db;
  /** Resolves when every change that this process has committed was given to `apply`. */
  caughtUp(): Promise<void>;
  /** Called when the whole index was made anew: answers made before may be old. */
  rebuilt(): void;
  failed(error: unknown): void;
};

/** Rows of a page: small enough that requests are answered in between. */
const PAGE = 250;
/** Whoever asks before it is made waits so long at most. */
const WAIT_MS = 20_000;
const RETRY_MS = 1_000;

const texts = (...all: readonly ({ en: string; zh: string | null } | null)[]): string[] =>
  all.flatMap((text) => (text === null ? [] : text.zh === null ? [text.en] : [text.en, text.zh]));

function sourceOf(row: IndexRow, { categories, brands, tags, dietary }: Labels): TextSource {
  const named = (label: { name_en: string; name_zh: string | null } | undefined) =>
    label === undefined ? [] : texts({ en: label.name_en, zh: label.name_zh });
  const above = new Set(row.category_ids.map((id) => categories.get(id)?.parent_id));
  const namesOf = (ids: readonly number[]) => ids.flatMap((id) => named(categories.get(id)));
  return {
    names: texts(row.name, row.title),
    brand: row.brand_id === null ? null : (brands.get(row.brand_id)?.name ?? null),
    categories: namesOf(row.category_ids.filter((id) => !above.has(id))),
    ancestors: namesOf(row.category_ids.filter((id) => above.has(id))),
    tags: row.tag_slugs.flatMap((slug) => named(tags.get(slug))),
    dietary: row.dietary_slugs.flatMap((slug) => named(dietary.get(slug))),
    sizes: texts(row.variant),
    optionTitles: row.options.flatMap(({ title }) => texts(title)),
    sounds: row.sounds ?? [],
  };
}

function putRows(
  { rows, text, labels }: Catalogue,
  read: readonly IndexRow[],
  reworded: (id: number) => boolean,
): void {
  for (const row of read) {
    const known = rows.slotOf(row.product_id);
    const isNew = known === undefined || !rows.isLive(known);
    const slot = rows.put(row);
    if (isNew || reworded(row.product_id)) text.put(slot, sourceOf(row, labels));
  }
}

/** The orders that most lists ask for, made before anybody waits for them. */
async function makeOrders({ rows }: Catalogue): Promise<void> {
  for (const column of ['featured', 'sales', 'price', 'name_en', 'name_zh', 'created_at', 'orders'] as const) {
    rows.sortedBy([{ column, descending: false }]);
    await setImmediate();
  }
}

async function buildCatalogue(db: Db, isStopped: () => boolean): Promise<Catalogue> {
  const labels = await loadLabels(db);
  const synonyms = (await db.rows(allSynonyms)).map(({ terms }) => terms);
  const catalogue: Catalogue = { rows: new ProductRows(), text: new TextIndex(synonyms), labels };
  for (let last = 0; !isStopped(); ) {
    const page = await db.rows(indexPage, [last, PAGE]);
    putRows(catalogue, page, () => true);
    last = page.at(-1)?.product_id ?? last;
    if (page.length < PAGE) break;
  }
  catalogue.rows.trim();
  await makeOrders(catalogue);
  return catalogue;
}

/** Reads these products anew. */
async function readAgain(db: Db, catalogue: Catalogue, changes: readonly Change[]): Promise<void> {
  const reworded = new Set(changes.filter(({ kind }) => kind === 'content').map(({ product }) => product));
  if (reworded.size > 0) catalogue.labels = await loadLabels(db);
  const ids = [...new Set(changes.flatMap(({ product }) => product ?? []))];
  for (let from = 0; from < ids.length; from += PAGE) {
    const asked = ids.slice(from, from + PAGE);
    const read = await db.rows(indexRows, [asked]);
    const listed = new Set(read.map((row) => row.product_id));
    for (const id of asked) {
      const slot = listed.has(id) ? undefined : catalogue.rows.remove(id);
      if (slot !== undefined) catalogue.text.remove(slot);
    }
    putRows(catalogue, read, (id) => reworded.has(id));
  }
}

/** Makes the index of a database; it is empty until `start` or the first `current`. */
export function createCatalogIndex({ db, caughtUp, rebuilt, failed }: CatalogIndexOptions): CatalogIndex {
  let catalogue: Catalogue | null = null;
  /** What changed since a building began; null while nothing is built. */
  let missed: Change[] | null = null;
  let building: Promise<void> | null = null;
  let isOutdated = false;
  let stopped = false;

  async function buildOnce(): Promise<void> {
    isOutdated = false;
    missed = [];
    const fresh = await buildCatalogue(db, () => stopped);
    // What changes while this is read is taken in as well; the last look at what was missed and the swap are one step.
    for (let late = missed; late.length > 0; late = missed) {
      missed = [];
      await readAgain(db, fresh, late);
    }
    missed = null;
    const isFirst = catalogue === null;
    catalogue = fresh;
    if (!isFirst) rebuilt();
  }

  async function build(): Promise<void> {
    for (let again = true; again && !stopped; ) {
      try {
        await buildOnce();
        again = isOutdated;
      } catch (error) {
        if (stopped) return;
        failed(error);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  function start(): void {
    building ??= build().finally(() => {
      building = null;
      missed = null;
    });
  }

  async function made(): Promise<void> {
    if (catalogue !== null) return;
    start();
    await building;
  }

  return {
    start,
    made,
    async current() {
      if (catalogue === null) await Promise.race([made(), sleep(WAIT_MS, undefined, { ref: false })]);
      await caughtUp();
      if (catalogue === null) throw new Refused({ code: 'request.unavailable' }, { retryAfter: 2 });
      return catalogue;
    },
    async apply(changes) {
      const told = changes.filter(({ kind }) => kind !== 'stock');
      if (told.length === 0) return;
      missed?.push(...told);
      if (catalogue !== null) await readAgain(db, catalogue, told);
      if (told.some(({ product }) => product === null)) {
        isOutdated = true;
        if (catalogue !== null || building !== null) start();
      }
    },
    async stop() {
      stopped = true;
      await building;
    },
  };
}
