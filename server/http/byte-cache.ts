/**
 * Answers kept as ready bytes: a kept answer costs what a bare hello costs. Each knows what it shows, so that a change
 * of the catalogue drops exactly what it touches; however many ask at once, an answer is made once.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Shows } from '../context.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** An answer as it was made. */
export type Made = {
  /** Text, or its bytes in UTF-8. */
  body: string | Uint8Array;
  contentType: string;
  shows: Shows;
  /** Whether it may be kept at all: a page that was not found is not. */
  keep: boolean;
  /** What another asker of the same address is not told, such as the prices of a group: nobody on the way may keep it. */
  personal?: boolean;
  status: number;
};

/** Bytes ready to be sent, with their headers as node writes them. */
export type Ready = { headers: string[]; body: Buffer };

/** What is kept of it: bytes alone, since a text beside them would take as much again, and twice that with one Chinese word in it. */
export type Entry = Omit<Made, 'body'> & {
  key: string;
  /** How long the body is before it is compressed. */
  length: number;
  /** The body; null once it is kept compressed and nobody wants it otherwise, since that takes a tenth. */
  bytes: Buffer | null;
  etag: string;
  ready: Partial<Record<Encoding, Ready>>;
};

/** A change of the catalogue; `product` null means that anything may have changed. */
export type Change = { product: number | null; kind: 'price' | 'content' | 'stock' | 'availability' };

/** All that is kept takes at most so many bytes, one answer at most an eighth of them. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ENTRY_BYTES = 2 * 1024 * 1024;
/** What an entry takes beside its body: address, headers, what it shows. */
const AROUND_BYTES = 2_048;
/** Below this, compressing saves nothing. */
const SMALLEST_COMPRESSED = 860;
/** Quick enough to be done while the first asker waits, small enough to be sent ten thousand times. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** Addresses known by what they normalise to. */
const MAX_ALIASES = 20_000;
const LONGEST_ALIAS = 512;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
const fromGzip = promisify(gunzip);
const fromBrotli = promisify(brotliDecompress);

type Filling = { promise: Promise<Entry>; changes: Change[] };

/** Whether a change touches an answer: the product is shown in it, or it is a choice that price or availability decides. */
function touches(change: Change, shows: Shows): boolean {
  if (change.product === null) return true;
  return shows.products.has(change.product) || (shows.list && change.kind !== 'stock');
}

function compress(bytes: Buffer, encoding: 'gzip' | 'br'): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(bytes, { level: GZIP_LEVEL });
  return toBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** Bytes that an entry takes: those that are ready to be sent, and the body where it is not one of them. */
function heldBy({ bytes, ready }: Entry): number {
  const bodies = new Set([bytes, ...Object.values(ready).map(({ body }) => body)]);
  return [...bodies].reduce((sum, body) => sum + (body?.length ?? 0), AROUND_BYTES);
}

/** An entry's body as it was made. */
export async function bodyOf({ bytes, ready }: Entry): Promise<Buffer> {
  if (bytes !== null) return bytes;
  if (ready.br !== undefined) return fromBrotli(ready.br.body);
  if (ready.gzip !== undefined) return fromGzip(ready.gzip.body);
  throw new Error('An answer was kept without its body');
}

/** What a cached answer says of itself: browsers ask again every time, a CDN may hold it for a second (design "Fast"). */
export const KEPT_CACHE_CONTROL = 'public, max-age=0, must-revalidate, s-maxage=1';

export class ByteCache {
  /** Set while the catalogue's changes cannot be read: then nothing kept is trusted. */
  bypassed = false;

  readonly #entries: LRUCache<string, Entry>;
  readonly #aliases = new LRUCache<string, string>({ max: MAX_ALIASES });
  readonly #byProduct = new Map<number, Set<string>>();
  readonly #lists = new Set<string>();
  readonly #joinable = new Map<string, Filling>();
  readonly #filling = new Set<Filling>();
  readonly #headers: readonly string[];
  readonly #now: () => number;

  /** `headers`: name, value, name, value, … that every kept answer carries. */
  constructor(headers: readonly string[], now: () => number = Date.now) {
    this.#headers = headers;
    this.#now = now;
    this.#entries = new LRUCache({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_ENTRY_BYTES,
      sizeCalculation: heldBy,
      dispose: (entry, key) => this.#forget(key, entry.shows),
    });
  }

  /** The answer kept under the key, else made by `make`, once however many ask. Rejects as `make` does. */
  async get(key: string, make: () => Promise<Made>): Promise<Entry> {
    const kept = this.#fresh(key);
    if (kept !== undefined) return kept;
    const joined = this.#joinable.get(key);
    if (joined !== undefined) return joined.promise;
    const filling: Filling = { changes: [], promise: this.#fill(key, make, () => filling.changes) };
    this.#joinable.set(key, filling);
    this.#filling.add(filling);
    try {
      return await filling.promise;
    } finally {
      this.#filling.delete(filling);
      if (this.#joinable.get(key) === filling) this.#joinable.delete(key);
    }
  }

  /** What is kept for an address that was asked before, if it is good still. Costs two look-ups. */
  peek(url: string): Entry | undefined {
    const key = this.#aliases.get(url);
    return key === undefined ? undefined : this.#fresh(key);
  }

  /** Remembers that an address means a key, so that `peek` finds it. */
  alias(url: string, key: string): void {
    if (url.length <= LONGEST_ALIAS) this.#aliases.set(url, key);
  }

  /** An entry's bytes in an encoding. */
  async ready(entry: Entry, encoding: Encoding): Promise<Ready> {
    const wanted = entry.length < SMALLEST_COMPRESSED ? 'identity' : encoding;
    const kept = entry.ready[wanted];
    if (kept !== undefined) return kept;
    const plain = await bodyOf(entry);
    const body = wanted === 'identity' ? plain : await compress(plain, wanted);
    const headers = [
      'Content-Type',
      entry.contentType,
      'Content-Length',
      String(body.length),
      'ETag',
      entry.etag,
      'Cache-Control',
      entry.keep && entry.personal !== true ? KEPT_CACHE_CONTROL : 'no-store',
      ...(wanted === 'identity' ? [] : ['Content-Encoding', wanted]),
      ...this.#headers,
    ];
    const ready: Ready = { headers, body };
    entry.ready[wanted] = ready;
    if (wanted !== encoding) entry.ready[encoding] = ready;
    entry.bytes = entry.ready.identity?.body ?? null;
    // An entry is measured only when it comes in.
    if (this.#entries.peek(entry.key) === entry) {
      this.#entries.delete(entry.key);
      this.#keep(entry);
    }
    return ready;
  }

  /** Drops what the changes touch, also what is being made at this moment. */
  drop(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    for (const filling of this.#filling) filling.changes.push(...changes);
    // Whoever asks from now on must not be given what was begun before.
    this.#joinable.clear();
    if (changes.some(({ product }) => product === null)) {
      this.#entries.clear();
      return;
    }
    if (changes.some(({ kind }) => kind !== 'stock')) for (const key of [...this.#lists]) this.#entries.delete(key);
    for (const { product } of changes) {
      for (const key of [...(this.#byProduct.get(product ?? -1) ?? [])]) this.#entries.delete(key);
    }
  }

  /** How many answers are kept. */
  get size(): number {
    return this.#entries.size;
  }

  #fresh(key: string): Entry | undefined {
    if (this.bypassed) return undefined;
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.shows.until === null || entry.shows.until.getTime() > this.#now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  async #fill(key: string, make: () => Promise<Made>, changesSince: () => readonly Change[]): Promise<Entry> {
    const { body, ...made } = await make();
    const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
    // Weak: the same answer in another encoding has the same tag.
    const etag = `W/"${hash('sha1', bytes, 'base64url')}"`;
    const entry: Entry = { ...made, key, length: bytes.length, bytes, etag, ready: {} };
    const stale = changesSince().some((change) => touches(change, made.shows));
    if (made.keep && !stale && !this.bypassed) this.#keep(entry);
    return entry;
  }

  #keep(entry: Entry): void {
    const { key } = entry;
    this.#entries.set(key, entry);
    if (!this.#entries.has(key)) return;
    if (entry.shows.list) this.#lists.add(key);
    for (const product of entry.shows.products) {
      const keys = this.#byProduct.get(product) ?? new Set();
      this.#byProduct.set(product, keys.add(key));
    }
  }

  #forget(key: string, shows: Shows): void {
    this.#lists.delete(key);
    for (const product of shows.products) {
      const keys = this.#byProduct.get(product);
      keys?.delete(key);
      if (keys?.size === 0) this.#byProduct.delete(product);
    }
  }
}

const negotiated = new LRUCache<string, Encoding>({ max: 200 });

/** The encoding that a client takes, best first: brotli, gzip, none. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const known = negotiated.get(header);
  if (known !== undefined) return known;
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const none = parameters.some((each) => /^q=0(\.0*)?$/.test(each));
    (none ? refused : taken).add(name);
  }
  const takes = (name: string) => !refused.has(name) && (taken.has(name) || taken.has('*'));
  const encoding: Encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
  if (header.length <= 200) negotiated.set(header, encoding);
  return encoding;
}

/** Whether the client holds this answer already (`If-None-Match`). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag.slice(2));
}
