/**
 * Serves lists, facets and searches from memory. The index is derived from the database, updated by the change feed,
 * and rebuilt after changes that name no product. Row numbers, columns and masks stay inside this
 * folder.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import type { CatalogChange } from '../../http/cache/response-cache.ts';
import { Refused } from '../../refuse.ts';
import { buildCatalogData, type CatalogData, refreshProducts } from './catalog-data.ts';
import {
  type CatalogPage,
  type CatalogQuery,
  queryCatalog,
  queryWithFacets,
  queryWithLabelCounts,
} from './catalog-query.ts';
import { type CatalogFacets, countFacetsOfQuery } from './facets.ts';
import { countByLabel, type LabelCounts } from './label-counts.ts';
import type { Labels } from './labels.ts';
import { findSimilar, type SimilarProductsQuery } from './product-source.ts';

export type CatalogIndex = {
  /**
   * Filters, sorts and pages listed products. Runs no SQL statement, except one if `search` has slugs and one if the
   * keyword may be a code.
   */
  query(ctx: Ctx, query: CatalogQuery): Promise<CatalogPage>;
  /** Queries as `query` does; also returns the facets of all matching products. */
  queryWithFacets(ctx: Ctx, query: CatalogQuery): Promise<CatalogPage & { facets: CatalogFacets }>;
  /** Queries as `query` does; also returns the number of matching products by label. */
  queryWithLabelCounts(ctx: Ctx, query: CatalogQuery): Promise<CatalogPage & { labelCounts: LabelCounts }>;
  /** Counts the values of each filter of a list. */
  countFacets(ctx: Ctx, filters: CatalogQuery['filters']): Promise<CatalogFacets>;
  /** Returns every category, brand, dietary need and tag of the shop. */
  readLabels(): Promise<Labels>;
  /** Counts the products of each label, of the whole shop or of those within some brands or categories. */
  countByLabel(within?: { brands?: readonly number[]; categories?: readonly number[] }): Promise<LabelCounts>;
  /** Finds up to `count` products that are similar to a product, the most popular first; returns ids. */
  findSimilar(product: SimilarProductsQuery, count: number): Promise<number[]>;
  /** Lists search terms of the shop that start with `typed`, the most frequent first. */
  complete(typed: string, limit: number): Promise<string[]>;
  /** Resolves after the first build. */
  waitForBuild(): Promise<void>;
  /** Starts the first build, as every query does. */
  start(): void;
  /** Applies changes of the catalogue; resolves when queries see them. */
  apply(changes: readonly CatalogChange[]): Promise<void>;
  /** Estimates its memory in bytes: columns with their sort orders, and the full-text index. */
  estimateMemory(): Promise<{ columns: number; words: number }>;
  stop(): Promise<void>;
};

export type CatalogIndexOptions = {
  db: Db;
  /** Resolves when every change that this process has committed was given to `apply`. */
  waitForChanges(): Promise<void>;
  /** Called when the whole index was rebuilt: cached responses may be outdated. */
  onRebuild(): void;
  onBuildError(error: unknown): void;
};

/** A query waits this long for the first build before it is refused. */
const WAIT_MS = 20_000;
const RETRY_MS = 1_000;

/** Creates the index of a database; it is empty until `start` or the first query. */
export function createCatalogIndex({ db, waitForChanges, onRebuild, onBuildError }: CatalogIndexOptions): CatalogIndex {
  let data: CatalogData | null = null;
  /** Changes since the running build began; null without one. */
  let changesWhileBuilding: CatalogChange[] | null = null;
  let runningBuild: Promise<void> | null = null;
  let isOutdated = false;
  let isStopped = false;

  async function buildOnce(): Promise<void> {
    isOutdated = false;
    changesWhileBuilding = [];
    const fresh = await buildCatalogData(db, () => isStopped);
    // No await between the last check of `changesWhileBuilding` and the swap: no change is lost between them.
    for (let changes = changesWhileBuilding; changes.length > 0; changes = changesWhileBuilding) {
      changesWhileBuilding = [];
      await refreshProducts(db, fresh, changes);
    }
    changesWhileBuilding = null;
    const isFirst = data === null;
    data = fresh;
    if (!isFirst) onRebuild();
  }

  async function build(): Promise<void> {
    for (let again = true; again && !isStopped; ) {
      try {
        await buildOnce();
        again = isOutdated;
      } catch (error) {
        if (isStopped) return;
        onBuildError(error);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  function start(): void {
    runningBuild ??= build().finally(() => {
      runningBuild = null;
      changesWhileBuilding = null;
    });
  }

  async function waitForBuild(): Promise<void> {
    if (data !== null) return;
    start();
    await runningBuild;
  }

  /**
   * Returns the data with every change that this process has committed. Refuses `request.unavailable` if the first
   * build takes too long.
   */
  async function requireData(): Promise<CatalogData> {
    if (data === null) await Promise.race([waitForBuild(), sleep(WAIT_MS, undefined, { ref: false })]);
    await waitForChanges();
    if (data === null) throw new Refused({ code: 'request.unavailable' }, { retryAfter: 2 });
    return data;
  }

  return {
    start,
    waitForBuild,
    query: async (ctx, query) => queryCatalog(ctx, await requireData(), query),
    queryWithFacets: async (ctx, query) => queryWithFacets(ctx, await requireData(), query),
    queryWithLabelCounts: async (ctx, query) => queryWithLabelCounts(ctx, await requireData(), query),
    countFacets: async (ctx, filters) => countFacetsOfQuery(ctx, await requireData(), filters),
    readLabels: async () => (await requireData()).labels,
    countByLabel: async (within) => countByLabel(await requireData(), within),
    findSimilar: async (product, count) => findSimilar(await requireData(), product, count),
    complete: async (typed, limit) => (await requireData()).text.complete(typed, limit),
    async estimateMemory() {
      const { columns, text } = await requireData();
      return { columns: columns.bytes, words: text.bytes };
    },
    async apply(changes) {
      const relevant = changes.filter(({ kind }) => kind !== 'stock');
      if (relevant.length === 0) return;
      changesWhileBuilding?.push(...relevant);
      if (data !== null) await refreshProducts(db, data, relevant);
      if (relevant.some(({ product }) => product === null)) {
        isOutdated = true;
        if (data !== null || runningBuild !== null) start();
      }
    },
    async stop() {
      isStopped = true;
      await runningBuild;
    },
  };
}
