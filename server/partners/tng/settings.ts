/** The shop's account at Touch 'n Go, and its keys. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { EnquiryLimits } from '@shop/core/payments/enquiry-result';

/** Encodings of a signature: Base64url without padding, or URL-encoded Base64. */
export const SIGNATURE_ENCODINGS = ['base64url', 'base64'] as const;
export type SignatureEncoding = (typeof SIGNATURE_ENCODINGS)[number];

/** A key that signs, with the version under which the other side knows it. */
export type SigningKey = { version: string; privateKey: KeyObject; encoding: SignatureEncoding };

/** Public keys by their versions; two of them while a key is replaced. Key objects, so that no log contains a key. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

export type TngSettings = {
  clientId: string;
  partnerId: string;
  /** Address with the path in front of every call, such as `https://api.tngdigital.com.my/acl/api`. */
  url: string;
  /** The shop's key. */
  signingKey: SigningKey;
  /** The keys of Touch 'n Go. */
  publicKeys: PublicKeys;
  /** Address of the script that connects a page with the app. */
  bridgeUrl: string;
};

/**
 * `account` is null without keys: the shop then uses the stand-in, or has no Touch 'n Go where stand-ins are forbidden.
 */
export type TngConfig = { account: TngSettings | null; enquiries: EnquiryLimits };

const isRsa = (key: KeyObject): boolean => key.asymmetricKeyType === 'rsa';

/** Reads an RSA private key, or the file that the text names; null for anything else. */
export function readPrivateKey(text: string): KeyObject | null {
  try {
    const key = createPrivateKey(text.includes('-----BEGIN') ? text : readFileSync(text, 'utf8'));
    return isRsa(key) ? key : null;
  } catch {
    return null;
  }
}

function parsePublicKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPublicKey(text);
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
}

/** Reads an RSA public key: Base64 of its DER form, or the file of either form; null for anything else. */
export function readPublicKey(text: string): KeyObject | null {
  // Base64 of a key begins like this; the path of a file does not.
  const isBase64 = /^MI[A-Za-z0-9+/=]{80,}$/.test(text);
  try {
    const key = parsePublicKey(isBase64 ? text : readFileSync(text, 'utf8').trim());
    return isRsa(key) ? key : null;
  } catch {
    return null;
  }
}

/** Reads `1:/path.pem,2:/path.pem`; null if a part of it is wrong, or a version comes twice. */
export function readPublicKeys(text: string): PublicKeys | null {
  const keys = new Map<string, KeyObject>();
  for (const part of text.split(',')) {
    const [, version = '', source = ''] = /^\s*(\w{1,10}):(.+?)\s*$/.exec(part) ?? [];
    const key = source === '' ? null : readPublicKey(source);
    if (key === null || keys.has(version)) return null;
    keys.set(version, key);
  }
  return keys;
}
