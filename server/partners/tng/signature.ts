/** Signatures of Touch 'n Go (docs/partners.md#2): RSA PKCS#1 v1.5 with SHA-256 over the bytes as sent. */
import { sign, verify } from 'node:crypto';
import { KUALA_LUMPUR_MS } from '@shop/core/time';
import type { PublicKeys, SigningKey } from './settings.ts';

/** The parts of a request, or of the response to it, that a signature covers. */
export type SignedMessage = {
  /** Path with the prefix, without the query. */
  path: string;
  clientId: string;
  /** `Request-Time`, or `Response-Time`. */
  time: string;
  body: Buffer | string;
};

const SIGNATURE_ALGORITHM = 'RSA256';

/** Formats a time as ISO 8601 with milliseconds in Malaysian time. */
export const formatTngTime = (at: Date): string =>
  new Date(at.getTime() + KUALA_LUMPUR_MS).toISOString().replace('Z', '+08:00');

const TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)$/;

/** Parses a time that says its zone; null for anything else. */
export function parseTime(text: string): Date | null {
  const at = new Date(text);
  return TIME_PATTERN.test(text) && !Number.isNaN(at.getTime()) ? at : null;
}

const buildSignedContent = ({ path, clientId, time, body }: SignedMessage): Buffer =>
  Buffer.concat([Buffer.from(`POST ${path}\n${clientId}.${time}.`), Buffer.from(body)]);

/** Signs a message; returns the value of the header `Signature`. */
export function signMessage(message: SignedMessage, { version, privateKey, encoding }: SigningKey): string {
  const signature = sign('sha256', buildSignedContent(message), privateKey);
  const text =
    encoding === 'base64url' ? signature.toString('base64url') : encodeURIComponent(signature.toString('base64'));
  return `algorithm=${SIGNATURE_ALGORITHM}, keyVersion=${version}, signature=${text}`;
}

/** Decodes a signature in either encoding; null for anything else. */
function decodeSignature(text: string): Buffer | null {
  const base64 = text
    .replace(/%2B/gi, '+')
    .replace(/%2F/gi, '/')
    .replace(/%3D/gi, '=')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : null;
}

/** Returns whether the header `Signature` has a signature of the message by one of the keys. */
export function isSigned(message: SignedMessage, header: string | undefined, keys: PublicKeys): boolean {
  const fields = new Map(
    (header ?? '').split(',').map((part): [string, string] => {
      const at = part.indexOf('=');
      return [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
    }),
  );
  const key = keys.get(fields.get('keyVersion') ?? '');
  const signature = decodeSignature(fields.get('signature') ?? '');
  if (key === undefined || signature === null || fields.get('algorithm') !== SIGNATURE_ALGORITHM) return false;
  return verify('sha256', buildSignedContent(message), key, signature);
}
