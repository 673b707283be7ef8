import { type Refusal, refusal } from '../refusal.ts';

/** docs/spec.md §9: "Minimum password length 8". */
export const MIN_PASSWORD_LENGTH = 8;

/** Far above any passphrase, and still quick to hash. */
export const MAX_PASSWORD_LENGTH = 256;

const BLANK_ENDS = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+|[\s\p{C}\p{Default_Ignorable_Code_Point}]+$/gu;

/**
 * docs/spec.md §5: 'Password must have at least 8 characters', counted in code points. Spaces and invisible characters
 * at both ends do not count: ten spaces are no password.
 */
export function checkPassword(password: string): Refusal | null {
  const length = [...password].length;
  if ([...password.replace(BLANK_ENDS, '')].length < MIN_PASSWORD_LENGTH)
    return refusal('password.too_short', { min: MIN_PASSWORD_LENGTH });
  return length > MAX_PASSWORD_LENGTH ? refusal('password.too_long', { max: MAX_PASSWORD_LENGTH }) : null;
}
