/**
 * Fetches the pictures that a file links to: only on request, only from named hosts, never from a private network,
 * with limits on time and size. Each picture is re-encoded like any upload.
 */

import { lookup } from 'node:dns';
import { get as httpGet, type RequestOptions } from 'node:http';
import { get as httpsGet } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { MAX_PICTURE_BYTES } from '@shop/contract/common-schemas';
import { saveImages } from '../../content/images.ts';
import type { Db } from '../../db/database.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { acceptUpload } from '../../media/upload.ts';

const TIMEOUT_MS = 10_000;
const MAX_CONCURRENT = 4;

const PRIVATE_NETWORKS = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE_NETWORKS.addSubnet(network, bits, 'ipv4');
}
// An IPv4 address inside IPv6 (::ffff:…) is checked as IPv4.
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE_NETWORKS.addSubnet(network, bits, 'ipv6');
}

/** Returns whether an address belongs to a private or special network. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || PRIVATE_NETWORKS.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Resolves a host and rejects private addresses. The connection uses the checked address, so that DNS cannot change in
 * between.
 */
const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
      return callback(new Error('is in a private network'), '', 0);
    }
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

/** Fetches one URL without following redirects. Throws the reason. */
function fetchBytes(url: URL, lookupHost: LookupFunction): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      lookup: lookupHost,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'image/*', 'user-agent': 'catalog-import' },
    };
    const request = (url.protocol === 'https:' ? httpsGet : httpGet)(url, options, (response) => {
      if (response.statusCode !== 200) {
        response.destroy();
        return reject(new Error(`returned status ${response.statusCode}`));
      }
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > MAX_PICTURE_BYTES) {
          response.destroy();
          reject(new Error('is larger than 5 MB'));
        } else parts.push(part);
      });
      response.on('end', () => resolve(Buffer.concat(parts)));
      response.on('error', reject);
    });
    request.on('error', (error) =>
      reject(error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error('took too long') : error),
    );
  });
}

export type PictureSource = {
  dir: string;
  /** Allowed hosts, in lower case. */
  hosts: ReadonlySet<string>;
  /** For tests: resolves a local server's host. */
  lookupHost?: LookupFunction;
};

async function fetchPicture(source: PictureSource, address: string): Promise<ImageSpec> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!source.hosts.has(url.hostname)) throw new Error(`is on ${url.hostname}, which --image-hosts does not name`);
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new Error('is in a private network');
  const upload = await acceptUpload(source.dir, await fetchBytes(url, source.lookupHost ?? lookupPublic));
  if ('refused' in upload) throw new Error(`is not accepted (${upload.refused})`);
  return upload.spec;
}

/** Fetches and registers pictures, four at a time. Reports and skips those that fail. */
export async function fetchPictures(
  source: PictureSource,
  db: Db,
  addresses: readonly string[],
  onFailure: (address: string, reason: string) => void,
): Promise<Map<string, string>> {
  const specs = new Map<string, ImageSpec>();
  const waiting = [...new Set(addresses)];
  const work = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      try {
        specs.set(address, await fetchPicture(source, address));
      } catch (error) {
        onFailure(address, error instanceof Error ? error.message : 'cannot be fetched');
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  const hashes = await saveImages(db, [...specs.values()]);
  return new Map([...specs.keys()].map((address, index) => [address, hashes[index] ?? '']));
}
