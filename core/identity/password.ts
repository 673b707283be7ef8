import { type Refusal, refusal } from '../refusal.ts';

/** docs/spec.md §9: "Minimum password length 8". */
export const MIN_PASSWORD_LENGTH = 8;

/** Far above any passphrase, and still quick to hash. */
export const MAX_PASSWORD_LENGTH = 256;

/** docs/spec.md §5: 'Password must have at least 8 characters', counted in code points. */
export function checkPassword(password: string): Refusal | null {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return refusal('password.too_short', { min: MIN_PASSWORD_LENGTH });
  return length > MAX_PASSWORD_LENGTH ? refusal('password.too_long', { max: MAX_PASSWORD_LENGTH }) : null;
}
