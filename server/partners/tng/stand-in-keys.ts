/** The keys of the stand-in for Touch 'n Go and of the shop's account at it, stored for the next start. */
import { generateKeyPair } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import * as v from 'valibot';

/** Path in front of the stand-in's calls, as the real one has. */
export const STAND_IN_PATH = '/acl/api';

const keyPair = v.object({ publicKey: v.string(), privateKey: v.string() });
const standInKeys = v.object({ shop: keyPair, tng: keyPair });
type KeyPair = v.InferOutput<typeof keyPair>;
type StandInKeys = v.InferOutput<typeof standInKeys>;

const makeKeyPair = (): Promise<KeyPair> =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

function readKeys(file: string): StandInKeys | null {
  try {
    return v.parse(standInKeys, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Reads the keys in PEM of the file, or makes them at the first start. */
export async function readOrMakeStandInKeys(file: string): Promise<StandInKeys> {
  const stored = readKeys(file);
  if (stored !== null) return stored;
  const [shop, tng] = await Promise.all([makeKeyPair(), makeKeyPair()]);
  writeFileSync(file, JSON.stringify({ shop, tng }), { mode: 0o600 });
  return { shop, tng };
}
