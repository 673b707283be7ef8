/**
 * Product columns in memory: one row per product, one typed array per property. A filter, a count or a page is a pass
 * over columns.
 */

import { ByteTexts } from './byte-texts.ts';
import type { IndexRow } from './catalog-index.sql.ts';
import { LabelSets } from './label-sets.ts';
import { ProductGroups } from './product-groups.ts';
import { type CompareRows, RowOrder, rankRows, sortByRank } from './row-order.ts';

export const IS_LISTED = 1;
export const IS_IN_STOCK = 2;
export const IS_ON_SALE = 4;
export const IS_DEAL = 8;
export const IS_BUNDLE = 16;

/** Product types by their number in the column. */
export const PRODUCT_TYPES = ['simple', 'variable', 'voucher'] as const;

/** Sortable columns. `featured` breaks ties by sales. */
export type SortColumn = 'price' | 'name_en' | 'name_zh' | 'created_at' | 'sales' | 'orders' | 'featured';

export type SortPart = { column: SortColumn; descending: boolean };

/** Position of products that are not featured: after all others. */
const NOT_FEATURED = 2 ** 31 - 1;

/** Maximum cached sort orders of several columns; those of a single column are always cached. */
const MAX_CACHED_ORDERS = 24;

type CachedOrder = { order: RowOrder; columns: readonly SortColumn[] };

export class ProductColumns {
  /** Number of rows, those of removed products included. */
  size = 0;
  ids = new Float64Array(256);
  flags = new Uint8Array(256);
  types = new Uint8Array(256);
  price = new Int32Array(256);
  featured = new Int32Array(256);
  sales = new Int32Array(256);
  orders = new Int32Array(256);
  createdAt = new Float64Array(256);
  /** End of its deal in milliseconds; infinity without one. */
  dealEndsAt = new Float64Array(256);
  /** Numbers of its label sets. */
  brandSets = new Uint32Array(256);
  categorySets = new Uint32Array(256);
  tagSets = new Uint32Array(256);
  dietarySets = new Uint32Array(256);
  /** Number of its group (`product-groups.ts`). */
  groupOf = new Uint32Array(256);

  /** By id; a product has one brand or none. */
  readonly brands = new LabelSets<number>();
  /** Categories with their ancestors, by id. */
  readonly categories = new LabelSets<number>();
  /** By slug. */
  readonly tags = new LabelSets<string>();
  /** By slug. */
  readonly dietary = new LabelSets<string>();
  /** Groups of products with the same brand, categories, dietary needs and state. */
  readonly groups = new ProductGroups();
  /** Names in both languages, lower case, separated by a line break. */
  readonly names = new ByteTexts(true);

  readonly #nameKeys = { name_en: new ByteTexts(false), name_zh: new ByteTexts(false) };
  readonly #rows = new Map<number, number>();
  readonly #cachedOrders = new Map<string, CachedOrder>();

  /** Returns a product's row, listed or not; undefined if it was never listed. */
  rowOf(productId: number): number | undefined {
    return this.#rows.get(productId);
  }

  isListed(row: number): boolean {
    return ((this.flags[row] ?? 0) & IS_LISTED) !== 0;
  }

  /** Writes a product; returns its row. */
  put(product: IndexRow): number {
    const row = this.#rows.get(product.product_id) ?? this.#addRow(product.product_id);
    const changedColumns = new Set<SortColumn>();
    const write = (column: SortColumn, into: Int32Array | Float64Array, value: number) => {
      if (into[row] !== value) changedColumns.add(column);
      into[row] = value;
    };
    write('price', this.price, product.price_now);
    write('featured', this.featured, product.featured ?? NOT_FEATURED);
    write('sales', this.sales, product.sales_count);
    write('orders', this.orders, product.orders_count);
    write('created_at', this.createdAt, product.created_at.getTime());
    if (this.#nameKeys.name_en.set(row, product.name_key_en)) changedColumns.add('name_en');
    if (this.#nameKeys.name_zh.set(row, product.name_key_zh)) changedColumns.add('name_zh');
    this.names.set(row, product.names);
    this.dealEndsAt[row] = product.deal_ends_at?.getTime() ?? Number.POSITIVE_INFINITY;
    this.brandSets[row] = this.brands.numberOf(product.brand_id === null ? [] : [product.brand_id]);
    this.types[row] = PRODUCT_TYPES.indexOf(product.type);
    this.categorySets[row] = this.categories.numberOf(product.category_ids);
    this.tagSets[row] = this.tags.numberOf(product.tag_slugs);
    this.dietarySets[row] = this.dietary.numberOf(product.dietary_slugs);
    const wasListed = this.isListed(row);
    if (wasListed) this.groups.count(this.groupOf[row] ?? 0, -1);
    const state = IS_LISTED | (product.in_stock ? IS_IN_STOCK : 0) | (product.on_sale ? IS_ON_SALE : 0);
    this.flags[row] = state | (product.is_deal ? IS_DEAL : 0) | (product.is_bundle ? IS_BUNDLE : 0);
    const group = this.groups.numberOf(
      this.brandSets[row] ?? 0,
      this.categorySets[row] ?? 0,
      this.dietarySets[row] ?? 0,
      state,
    );
    this.groupOf[row] = group;
    this.groups.count(group, 1);
    this.#touch(row, wasListed ? changedColumns : null);
    return row;
  }

  /** Removes a product; returns its row if it had one. */
  remove(productId: number): number | undefined {
    const row = this.#rows.get(productId);
    if (row === undefined || !this.isListed(row)) return row;
    this.flags[row] = 0;
    this.groups.count(this.groupOf[row] ?? 0, -1);
    this.#touch(row, null);
    return row;
  }

  /**
   * Returns every listed row, sorted by these columns. If `reversed` is true, the order starts at the end of `rows`, so
   * that one array serves both directions, ties included.
   */
  sortRows(parts: readonly SortPart[]): { rows: Uint32Array; reversed: boolean } {
    const reversed = parts[0]?.descending === true;
    return { rows: this.#orderBy(parts, reversed).rows, reversed };
  }

  /** Returns every listed row, ascending by a column, and by row its place in that order. */
  sortPlaces(column: SortColumn): { rows: Uint32Array; places: Uint32Array } {
    const { rows, places } = this.#orderBy([{ column, descending: false }], false);
    return { rows, places };
  }

  #orderBy(parts: readonly SortPart[], reversed: boolean): RowOrder {
    const key = parts.map(({ column, descending }) => `${column}${descending === reversed ? '' : '-'}`).join();
    let cached = this.#cachedOrders.get(key);
    if (cached === undefined) {
      cached = { order: this.#createOrder(parts, reversed), columns: parts.map(({ column }) => column) };
      this.#cachedOrders.set(key, cached);
      this.#evictOrder();
    }
    return cached.order;
  }

  /** Frees the spare capacity after the first build. */
  trim(): void {
    for (const texts of [this.names, this.#nameKeys.name_en, this.#nameKeys.name_zh]) texts.trim();
  }

  /** Lists the rows of listed products, unsorted. */
  listRows(): Uint32Array {
    const rows = new Uint32Array(this.size);
    let count = 0;
    for (let row = 0; row < this.size; row++) if (this.isListed(row)) rows[count++] = row;
    return rows.slice(0, count);
  }

  /** Estimates its memory in bytes. */
  get bytes(): number {
    const columns = this.#columns().reduce((sum, column) => sum + column.byteLength, 0);
    const texts = [
      this.names,
      this.#nameKeys.name_en,
      this.#nameKeys.name_zh,
      this.brands,
      this.categories,
      this.tags,
      this.dietary,
      this.groups,
    ];
    const orders = [...this.#cachedOrders.values()].reduce((sum, { order }) => sum + order.bytes, 0);
    return columns + orders + texts.reduce((sum, text) => sum + text.bytes, 0) + this.#rows.size * 40;
  }

  #columns() {
    return [
      this.ids,
      this.flags,
      this.types,
      this.price,
      this.featured,
      this.sales,
      this.orders,
      this.createdAt,
      this.dealEndsAt,
      this.brandSets,
      this.categorySets,
      this.tagSets,
      this.dietarySets,
      this.groupOf,
    ];
  }

  #addRow(productId: number): number {
    if (this.size === this.ids.length) this.#grow(Math.ceil(this.size * 1.5));
    const row = this.size++;
    this.ids[row] = productId;
    this.#rows.set(productId, row);
    return row;
  }

  #grow(capacity: number): void {
    const growColumn = <Column extends { set(from: Column): void; length: number }>(
      from: Column,
      to: Column,
    ): Column => {
      to.set(from);
      return to;
    };
    this.ids = growColumn(this.ids, new Float64Array(capacity));
    this.flags = growColumn(this.flags, new Uint8Array(capacity));
    this.types = growColumn(this.types, new Uint8Array(capacity));
    this.price = growColumn(this.price, new Int32Array(capacity));
    this.featured = growColumn(this.featured, new Int32Array(capacity));
    this.sales = growColumn(this.sales, new Int32Array(capacity));
    this.orders = growColumn(this.orders, new Int32Array(capacity));
    this.createdAt = growColumn(this.createdAt, new Float64Array(capacity));
    this.dealEndsAt = growColumn(this.dealEndsAt, new Float64Array(capacity));
    this.brandSets = growColumn(this.brandSets, new Uint32Array(capacity));
    this.categorySets = growColumn(this.categorySets, new Uint32Array(capacity));
    this.tagSets = growColumn(this.tagSets, new Uint32Array(capacity));
    this.dietarySets = growColumn(this.dietarySets, new Uint32Array(capacity));
    this.groupOf = growColumn(this.groupOf, new Uint32Array(capacity));
  }

  /** Marks a row as moved in the orders of the changed columns, or in all orders if it was added or removed. */
  #touch(row: number, changed: ReadonlySet<SortColumn> | null): void {
    for (const { order, columns } of this.#cachedOrders.values()) {
      const isMoved = columns.some(
        (column) => changed?.has(column) || (column === 'featured' && changed?.has('sales')),
      );
      if (changed === null || isMoved) order.touch(row);
    }
  }

  #compareBy(column: SortColumn): CompareRows {
    switch (column) {
      case 'price':
        return (a, b) => (this.price[a] ?? 0) - (this.price[b] ?? 0);
      case 'created_at':
        return (a, b) => (this.createdAt[a] ?? 0) - (this.createdAt[b] ?? 0);
      case 'sales':
        return (a, b) => (this.sales[a] ?? 0) - (this.sales[b] ?? 0);
      case 'orders':
        return (a, b) => (this.orders[a] ?? 0) - (this.orders[b] ?? 0);
      case 'featured':
        return (a, b) =>
          (this.featured[a] ?? 0) - (this.featured[b] ?? 0) || (this.sales[b] ?? 0) - (this.sales[a] ?? 0);
      default: {
        const keys = this.#nameKeys[column];
        return (a, b) => keys.compare(a, b);
      }
    }
  }

  #createOrder(parts: readonly SortPart[], reversed: boolean): RowOrder {
    const comparators = parts.map(({ column, descending }): CompareRows => {
      const compare = this.#compareBy(column);
      return descending === reversed ? compare : (a, b) => -compare(a, b);
    });
    const [first = () => 0, ...rest] = comparators;
    const byAll: CompareRows = (a, b) => {
      let difference = first(a, b);
      for (let next = 0; difference === 0 && next < rest.length; next++) difference = rest[next]?.(a, b) ?? 0;
      return difference === 0 ? (this.ids[a] ?? 0) - (this.ids[b] ?? 0) : difference;
    };
    const sorted = parts.length > 1 ? this.#composeOrder(parts, reversed) : this.listRows().sort(byAll);
    return new RowOrder(byAll, sorted, (row) => this.isListed(row));
  }

  /**
   * Sorts by several columns from their single orders: by id, then stably by rank in each column, the last one first.
   * Comparing instead takes a tenth of a second at 100,000 products.
   */
  #composeOrder(parts: readonly SortPart[], reversed: boolean): Uint32Array {
    const byId = (a: number, b: number) => (this.ids[a] ?? 0) - (this.ids[b] ?? 0);
    return parts.toReversed().reduce((rows, { column, descending }) => {
      const { rows: ascending } = this.sortRows([{ column, descending: false }]);
      const { ranks, highest } = rankRows(ascending, this.size, this.#compareBy(column));
      return sortByRank(rows, ranks, highest, descending !== reversed);
    }, this.listRows().sort(byId));
  }

  #evictOrder(): void {
    const composed = [...this.#cachedOrders].filter(([, { columns }]) => columns.length > 1);
    const [oldest] = composed;
    if (composed.length > MAX_CACHED_ORDERS && oldest !== undefined) this.#cachedOrders.delete(oldest[0]);
  }
}
