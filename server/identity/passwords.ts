/** Passwords at rest: argon2id at OWASP's parameters (reliability C11), few at a time, common ones refused. */
import { checkPassword } from '@shop/core/identity/password';
import { type Refusal, refusal } from '@shop/core/refusal';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { refuse } from '../refuse.ts';

/** 19 MiB, two passes, one lane; argon2id is the library's own choice. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes a core for some 30 ms: more at a time only take longer, and a flood of them must not take the shop down. */
const AT_A_TIME = 2;
const WAITING = 100;
const few = bulkhead(AT_A_TIME, WAITING);

/** Loaded with the first password: a start should not wait for it. */
const argon2 = () => import('@node-rs/argon2');

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await few.execute(work);
  } catch (error) {
    return error instanceof BulkheadRejectedError ? refuse('request.unavailable') : Promise.reject(error);
  }
}

/** What is kept of a password. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => (await argon2()).hash(password, PARAMETERS));

let nobodys: Promise<string> | null = null;

/**
 * Whether a password is that of a hash. Without one it takes as long and says no, so that the time does not tell whether
 * an account exists.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  nobodys ??= hashPassword('the password of nobody');
  const against = hash ?? (await nobodys);
  const same = await inTurn(async () => (await argon2()).verify(against, password));
  return same && hash !== null;
}

/** How far down the list of the most common passwords none is taken; NIST and ASVS ask for the first 3,000. */
const REFUSED = 10_000;

let common: Promise<ReadonlySet<string>> | null = null;

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, REFUSED).map(String));
}

/** Why a new password cannot be: too short, too long, or one that everybody has; null where it may be. */
export async function checkNewPassword(password: string): Promise<Refusal | null> {
  const refused = checkPassword(password);
  if (refused !== null) return refused;
  common ??= loadCommon();
  return (await common).has(password.toLowerCase()) ? refusal('password.common') : null;
}
