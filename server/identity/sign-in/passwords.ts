/** Hashes passwords with argon2id at OWASP's parameters (docs/security.md#accounts), and refuses common ones. */
import { availableParallelism } from 'node:os';
import { checkPassword } from '@shop/core/identity/password';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { ShopServices } from '../../context.ts';
import { createLimitedQueue } from '../../limit-queue.ts';

/** Password of the demo's customers and staff account. Everyone may know it. */
export const DEMO_PASSWORD = 'kaya-toast-and-kopi';

type DemoAccounts = Pick<ShopServices, 'acceptsDemoPassword'>;

/** 19 MiB, two passes, one lane; argon2id is the library's default. */
const HASH_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash occupies a core and a thread of libuv's pool for about 30 ms. One core stays free for every other request, and
 * no more than two of the pool's four threads are ever taken.
 */
const MAX_CONCURRENT_HASHES = Math.max(1, Math.min(2, availableParallelism() - 1));
const queueHashing = createLimitedQueue({
  concurrent: MAX_CONCURRENT_HASHES,
  // About eight seconds of work for one core.
  waiting: 256,
  retryAfterSeconds: 10,
});

/** Imports the library lazily, to keep startup fast. */
const importArgon2 = () => import('@node-rs/argon2');

/** Hashes a password. Call it outside a transaction: it may wait for seconds. */
export const hashPassword = (password: string): Promise<string> =>
  queueHashing(async () => (await importArgon2()).hash(password, HASH_PARAMETERS));

/** A dummy hash at the same parameters: verifying against it takes as long as against a real one. */
const UNUSED_HASH = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/**
 * Verifies a password against a hash. Without a hash it takes the same time and returns false, so that timing does not
 * reveal whether an account exists. The demo's password is wrong where other machines reach the shop.
 */
export async function isPassword(
  { acceptsDemoPassword }: DemoAccounts,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const against = hash ?? UNUSED_HASH;
  const isMatch = await queueHashing(async () => (await importArgon2()).verify(against, password));
  return isMatch && hash !== null && (acceptsDemoPassword || password !== DEMO_PASSWORD);
}

/** Number of the most common passwords that are refused; NIST and ASVS require the first 3,000. */
const REFUSED_COMMON_PASSWORDS = 10_000;

let commonPasswords: Promise<ReadonlySet<string>> | null = null;

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, REFUSED_COMMON_PASSWORDS).map(String));
}

/** Validates a new password: too short, too long, or too common; null if acceptable. */
export async function checkNewPassword(
  { acceptsDemoPassword }: DemoAccounts,
  password: string,
): Promise<Refusal | null> {
  const refused = checkPassword(password);
  if (refused !== null) return refused;
  commonPasswords ??= loadCommon();
  const isPublic = !acceptsDemoPassword && password === DEMO_PASSWORD;
  return isPublic || (await commonPasswords).has(password.toLowerCase()) ? refusal('password.common') : null;
}
