/**
 * Caches responses as bytes that are ready to send. Each entry has cache tags, so that a change of the catalogue
 * invalidates only the affected ones; concurrent misses of a key share one computation.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { Branch } from '@shop/core/branch';
import { LRUCache } from 'lru-cache';
import type { CacheTags } from '../../context.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import type { EndpointLabel } from '../../metrics/measurements.ts';

export type ContentEncoding = 'identity' | 'gzip' | 'br';

/** A response before it is encoded. */
export type NewResponse = {
  body: string;
  contentType: string;
  cacheTags: CacheTags;
  /** Whether the response may be cached; a page that was not found is not. */
  keep: boolean;
  /** Whether the response is private, such as a group's prices: shared caches must not store it. */
  personal?: boolean;
  /** The branch that a page is for; its headers depend on it. */
  branch?: Branch | null;
  /** Whether the response depends on the header `X-Branch`. */
  byBranch?: boolean;
  status: number;
  /** The endpoint under which the metrics count it; undefined for a page. */
  endpoint?: EndpointLabel;
};

/** An encoded response, with raw headers as node writes them. */
export type EncodedResponse = { headers: string[]; body: Buffer };

/** A cached response. Bytes only: storing a string as well would double the memory, or triple it with Chinese text. */
export type CacheEntry = Omit<NewResponse, 'body'> & {
  key: string;
  /** Size of the uncompressed body, in bytes. */
  length: number;
  /** The uncompressed body; null once it is compressed (a tenth of the size) and not requested uncompressed. */
  bytes: Buffer | null;
  etag: string;
  ready: Partial<Record<ContentEncoding, EncodedResponse>>;
};

/** A change of the catalogue; `product` null means that anything may have changed. */
export type CatalogChange = { product: number | null; kind: 'price' | 'content' | 'stock' | 'availability' };

/**
 * The cache's size in bytes, and that of its largest entry. Entries requested only once may evict only each other:
 * while the main segment is full they go to probation, and move to it when they are requested again.
 */
const MAIN_BYTES = 12 * 1024 * 1024;
const PROBATION_BYTES = 4 * 1024 * 1024;
const MAX_ENTRY_BYTES = 2 * 1024 * 1024;
/**
 * Maximum bytes of an uncompressed body; a larger one is a bug: the largest real one is a sitemap of 10,000 products in
 * two languages.
 */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Maximum concurrent compressions: a brotli encoder uses more than a megabyte, and zlib works on as many threads. */
const MAX_CONCURRENT_COMPRESSIONS = 4;
/** Estimated overhead of an entry in addition to its body, in bytes: address, headers, cache tags. */
const ENTRY_OVERHEAD_BYTES = 2_048;
/** Below this size in bytes, compressing saves nothing. */
const MIN_COMPRESSED_BYTES = 860;
/** Brotli quality: fast enough for the first request, small enough for ten thousand others. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** Maximum number of cached address normalisations. */
const MAX_ALIASES = 20_000;
const MAX_ALIAS_LENGTH = 512;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
const fromGzip = promisify(gunzip);
const fromBrotli = promisify(brotliDecompress);

const withPermit = limitConcurrency(MAX_CONCURRENT_COMPRESSIONS);

/** Work in progress by entry and purpose, so that it is done once however many requests wait for it. */
const workInProgress = new WeakMap<CacheEntry, Map<string, Promise<unknown>>>();

function workOnce<T>(entry: CacheEntry, purpose: string, work: () => Promise<T>): Promise<T> {
  const works = workInProgress.get(entry) ?? new Map<string, Promise<unknown>>();
  workInProgress.set(entry, works);
  // A purpose always has the same work, so its promise has the same type.
  const running = works.get(purpose) as Promise<T> | undefined;
  if (running !== undefined) return running;
  const promise = work().finally(() => works.delete(purpose));
  works.set(purpose, promise);
  return promise;
}

type PendingEntry = { promise: Promise<CacheEntry>; changes: CatalogChange[] };

/**
 * Returns whether a change invalidates a response: it shows the product, or it is a list and more than stock changed.
 */
function isTouchedBy(change: CatalogChange, cacheTags: CacheTags): boolean {
  if (change.product === null) return true;
  return cacheTags.products.has(change.product) || (cacheTags.list && change.kind !== 'stock');
}

/**
 * Copies bytes into their own memory: small buffers and the results of zlib are views of blocks of 64 KB, which the
 * cache would keep in memory.
 */
function copyToOwnMemory(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

async function compressBytes(bytes: Buffer, encoding: 'gzip' | 'br'): Promise<Buffer> {
  const compressed =
    encoding === 'gzip'
      ? await toGzip(bytes, { level: GZIP_LEVEL })
      : await toBrotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        });
  return copyToOwnMemory(compressed);
}

/** Measures an entry in bytes: the encoded bodies, and the plain one if it is not among them. */
function measureEntry({ bytes, ready }: CacheEntry): number {
  const bodies = new Set([bytes, ...Object.values(ready).map(({ body }) => body)]);
  return [...bodies].reduce((sum, body) => sum + (body?.length ?? 0), ENTRY_OVERHEAD_BYTES);
}

/** Returns an entry's body uncompressed; decompresses it once however many callers wait. */
export async function readBody(entry: CacheEntry): Promise<Buffer> {
  const { bytes, ready } = entry;
  if (bytes !== null) return bytes;
  const { br, gzip } = ready;
  const limit = { maxOutputLength: MAX_RESPONSE_BYTES };
  if (br !== undefined) return workOnce(entry, 'body', () => withPermit(() => fromBrotli(br.body, limit)));
  if (gzip !== undefined) return workOnce(entry, 'body', () => withPermit(() => fromGzip(gzip.body, limit)));
  throw new Error('A cached response has no body');
}

/**
 * `Cache-Control` of cached responses: browsers revalidate every time, a CDN may keep it for a second
 * (docs/design.md#fast-by-design).
 */
export const REVALIDATE_CACHE_CONTROL = 'public, max-age=0, must-revalidate, s-maxage=1';

/** Returns the raw headers (name, value, …) of a cached response besides those of its body, as of now. */
type HeadersOfResponse = (response: Pick<NewResponse, 'branch' | 'byBranch'>) => readonly string[];

export class ResponseCache {
  /** Set while the change feed is behind: cached responses are not trusted then. */
  isBypassed = false;
  /** Requests by how the cache served them; `joined` waited for a computation that had begun. */
  readonly counts = { hit: 0, joined: 0, miss: 0 };

  readonly #main: LRUCache<string, CacheEntry>;
  readonly #probation: LRUCache<string, CacheEntry>;
  readonly #aliases = new LRUCache<string, string>({ max: MAX_ALIASES });
  readonly #byProduct = new Map<number, Set<string>>();
  readonly #lists = new Set<string>();
  readonly #joinable = new Map<string, PendingEntry>();
  readonly #filling = new Set<PendingEntry>();
  readonly #headers: HeadersOfResponse;
  readonly #now: () => number;

  constructor(headers: HeadersOfResponse, now: () => number = Date.now) {
    this.#headers = headers;
    this.#now = now;
    const segment = (maxSize: number) =>
      new LRUCache<string, CacheEntry>({
        maxSize,
        maxEntrySize: MAX_ENTRY_BYTES,
        sizeCalculation: measureEntry,
        dispose: (entry, key) => this.#forget(key, entry.cacheTags),
      });
    this.#main = segment(MAIN_BYTES);
    this.#probation = segment(PROBATION_BYTES);
  }

  /**
   * Returns the cached response of a key, or computes it with `make`, once for concurrent callers. Rejects as `make`
   * does.
   */
  async get(key: string, make: () => Promise<NewResponse>): Promise<CacheEntry> {
    const cached = this.#fresh(key);
    if (cached !== undefined) {
      this.counts.hit++;
      return cached;
    }
    const joined = this.#joinable.get(key);
    if (joined !== undefined) {
      this.counts.joined++;
      return joined.promise;
    }
    this.counts.miss++;
    const filling: PendingEntry = { changes: [], promise: this.#fill(key, make, () => filling.changes) };
    this.#joinable.set(key, filling);
    this.#filling.add(filling);
    try {
      return await filling.promise;
    } finally {
      this.#filling.delete(filling);
      if (this.#joinable.get(key) === filling) this.#joinable.delete(key);
    }
  }

  /** Returns whether `get` would start no new work. */
  has(key: string): boolean {
    return this.#fresh(key) !== undefined || this.#joinable.has(key);
  }

  /** Returns the valid cached response of a known address: two look-ups. */
  peek(url: string): CacheEntry | undefined {
    const key = this.#aliases.get(url);
    return key === undefined ? undefined : this.#fresh(key);
  }

  /** Maps an address to a key, for `peek`. */
  alias(url: string, key: string): void {
    if (url.length <= MAX_ALIAS_LENGTH) this.#aliases.set(url, key);
  }

  /** Returns an entry's bytes in an encoding; compresses them once however many requests wait. */
  async ready(entry: CacheEntry, encoding: ContentEncoding): Promise<EncodedResponse> {
    const chosenEncoding = entry.length < MIN_COMPRESSED_BYTES ? 'identity' : encoding;
    return entry.ready[chosenEncoding] ?? workOnce(entry, chosenEncoding, () => this.#encode(entry, chosenEncoding));
  }

  async #encode(entry: CacheEntry, encoding: ContentEncoding): Promise<EncodedResponse> {
    const plain = await readBody(entry);
    const body = encoding === 'identity' ? plain : await withPermit(() => compressBytes(plain, encoding));
    const headers = [
      'Content-Type',
      entry.contentType,
      'Content-Length',
      String(body.length),
      'ETag',
      entry.etag,
      'Cache-Control',
      entry.keep && entry.personal !== true ? REVALIDATE_CACHE_CONTROL : 'no-store',
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...this.#headers(entry),
    ];
    const ready: EncodedResponse = { headers, body };
    entry.ready[encoding] = ready;
    if (entry.length < MIN_COMPRESSED_BYTES) entry.ready = { identity: ready, gzip: ready, br: ready };
    entry.bytes = entry.ready.identity?.body ?? null;
    // An entry's size is measured when it is inserted, so it is inserted again.
    const segment = this.#segmentOf(entry);
    if (segment !== undefined) this.#store(segment, entry);
    return ready;
  }

  /** Removes every response that the changes touch, and prevents the caching of those that are being computed. */
  invalidate(changes: readonly CatalogChange[]): void {
    if (changes.length === 0) return;
    for (const filling of this.#filling) filling.changes.push(...changes);
    // Later requests must not join a computation that began before the change.
    this.#joinable.clear();
    if (changes.some(({ product }) => product === null)) {
      this.#main.clear();
      this.#probation.clear();
      return;
    }
    if (changes.some(({ kind }) => kind !== 'stock')) for (const key of [...this.#lists]) this.#delete(key);
    for (const { product } of changes) {
      for (const key of [...(this.#byProduct.get(product ?? -1) ?? [])]) this.#delete(key);
    }
  }

  /** The number of cached responses. */
  get size(): number {
    return this.#main.size + this.#probation.size;
  }

  /** The size of the cached responses, in bytes. */
  get bytes(): number {
    return this.#main.calculatedSize + this.#probation.calculatedSize;
  }

  #fresh(key: string): CacheEntry | undefined {
    if (this.isBypassed) return undefined;
    const main = this.#main.get(key);
    const entry = main ?? this.#probation.get(key);
    if (entry === undefined) return undefined;
    if (entry.cacheTags.until !== null && entry.cacheTags.until.getTime() <= this.#now()) {
      this.#delete(key);
      return undefined;
    }
    if (main === undefined) this.#store(this.#main, entry);
    return entry;
  }

  #segmentOf(entry: CacheEntry): LRUCache<string, CacheEntry> | undefined {
    return [this.#main, this.#probation].find((segment) => segment.peek(entry.key) === entry);
  }

  #delete(key: string): void {
    this.#main.delete(key);
    this.#probation.delete(key);
  }

  async #fill(
    key: string,
    make: () => Promise<NewResponse>,
    changesSince: () => readonly CatalogChange[],
  ): Promise<CacheEntry> {
    const { body, ...response } = await make();
    const bytes = copyToOwnMemory(Buffer.from(body));
    if (bytes.length > MAX_RESPONSE_BYTES) throw new Error(`A response of ${bytes.length} bytes is too large: ${key}`);
    // Weak: all encodings of a response share the tag.
    const etag = `W/"${hash('sha1', bytes, 'base64url')}"`;
    const entry: CacheEntry = { ...response, key, length: bytes.length, bytes, etag, ready: {} };
    const stale = changesSince().some((change) => isTouchedBy(change, response.cacheTags));
    if (response.keep && !stale && !this.isBypassed) this.#insert(entry);
    return entry;
  }

  /** Caches a new entry; one that would evict others has to be requested again first. */
  #insert(entry: CacheEntry): void {
    const hasRoom = this.#main.calculatedSize + measureEntry(entry) <= MAIN_BYTES;
    this.#store(hasRoom ? this.#main : this.#probation, entry);
  }

  #store(segment: LRUCache<string, CacheEntry>, entry: CacheEntry): void {
    const { key } = entry;
    this.#delete(key);
    segment.set(key, entry);
    if (!segment.has(key)) return;
    if (entry.cacheTags.list) this.#lists.add(key);
    for (const product of entry.cacheTags.products) {
      const keys = this.#byProduct.get(product) ?? new Set();
      this.#byProduct.set(product, keys.add(key));
    }
  }

  #forget(key: string, cacheTags: CacheTags): void {
    this.#lists.delete(key);
    for (const product of cacheTags.products) {
      const keys = this.#byProduct.get(product);
      keys?.delete(key);
      if (keys?.size === 0) this.#byProduct.delete(product);
    }
  }
}

const encodingByHeader = new LRUCache<string, ContentEncoding>({ max: 200 });

/** Negotiates the encoding by `Accept-Encoding`: brotli, else gzip, else none. */
export function parseAcceptedEncoding(header: string | undefined): ContentEncoding {
  if (header === undefined) return 'identity';
  const cachedChoice = encodingByHeader.get(header);
  if (cachedChoice !== undefined) return cachedChoice;
  const refusedNames = new Set<string>();
  const acceptedNames = new Set<string>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const isRefused = parameters.some((each) => /^q=0(\.0*)?$/.test(each));
    (isRefused ? refusedNames : acceptedNames).add(name);
  }
  const takes = (name: string) => !refusedNames.has(name) && (acceptedNames.has(name) || acceptedNames.has('*'));
  const encoding: ContentEncoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
  if (header.length <= 200) encodingByHeader.set(header, encoding);
  return encoding;
}

/** Returns whether the client already has this response (`If-None-Match`). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag.slice(2));
}
