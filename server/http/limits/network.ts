/**
 * Address blocks that limits count as one client (docs/security.md#limits): an IPv6 customer owns a /64, often a /48.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** Limit of a whole /48, as a multiple of that of a /64: it may be one customer, or 65,536 of a carrier. */
export const WIDE_NETWORK_FACTOR = 8;

/** Parses a valid IPv6 address without a zone into its eight 16-bit groups. */
function parseGroups(address: string): number[] {
  // A dotted IPv4 suffix replaces the last two groups.
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const first = parse(head);
  if (tail === undefined) return first;
  const last = parse(tail);
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** Returns whether an address is an IPv4 address inside IPv6: `::ffff:0:0/96`. */
const isIPv4Mapped = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

const toDotted = (groups: readonly number[]): string =>
  groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');

const formatPrefix = (groups: readonly number[], bits: 48 | 64): string =>
  `${groups
    .slice(0, bits / 16)
    .map((group) => group.toString(16))
    .join(':')}::/${bits}`;

/** Parses an address: the groups of an IPv6 one, the text of an IPv4 one; null if invalid. */
function parseAddress(address: string): number[] | string | null {
  const bare = address.replace(/%.*$/s, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const groups = parseGroups(bare);
  return isIPv4Mapped(groups) ? toDotted(groups) : groups;
}

/**
 * Returns the network of one subscriber: a whole IPv4 address, the /64 of an IPv6 one. An IPv4-mapped address is its
 * IPv4 address. Text that is not an address is returned unchanged.
 */
export function toNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  return typeof parsed === 'string' ? parsed : formatPrefix(parsed, 64);
}

/** Returns the /48 of an IPv6 address; null for IPv4, which has no wider network that one subscriber owns. */
export function toWideNetwork(address: string): string | null {
  const parsed = parseAddress(address);
  return parsed === null || typeof parsed === 'string' ? null : formatPrefix(parsed, 48);
}
