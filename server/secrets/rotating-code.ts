/**
 * Codes that change every minute, as on a member card: a fixed part that names something, and digits that only the shop
 * can compute (as RFC 6238, with longer codes).
 */
import { createHmac } from 'node:crypto';
import { isSameSecret } from './sign.ts';

const STEP_MS = 60_000;
const CHANGING_DIGITS = 8;
/** Accepts codes of the minute before and after, because the clocks of phones and tills are inexact. */
const SKEW_STEPS = [0, -1, 1];

/** A kind of code: the purpose in its digits' hash, and the length of its fixed part. */
export type CodeKind = { subject: string; fixedLength: number };

function computeDigits(secret: string, subject: string, step: number): string {
  const mac = createHmac('sha256', secret).update(`rotating code ${subject} ${step}`).digest();
  return String(mac.readUIntBE(0, 6) % 10 ** CHANGING_DIGITS).padStart(CHANGING_DIGITS, '0');
}

const stepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/**
 * Computes the code of a fixed part for this minute; `refresh_in` in seconds. `readRotatingCode` accepts the code for
 * another minute after `expires_at`.
 */
export function computeRotatingCode(secret: string, { subject }: CodeKind, fixed: string, now: Date) {
  const step = stepOf(now);
  const expires_at = new Date((step + 1) * STEP_MS);
  const code = `${fixed}${computeDigits(secret, `${subject} ${fixed}`, step)}`;
  return {
    code,
    barcode: code,
    expires_at,
    refresh_in: Math.ceil((expires_at.getTime() - now.getTime()) / 1_000),
  };
}

/**
 * Reads the fixed part of a scanned code; null unless the digits belong to this minute, the one before or the one
 * after.
 */
export function readRotatingCode(
  secret: string,
  { subject, fixedLength }: CodeKind,
  scanned: string,
  now: Date,
): string | null {
  const fixed = scanned.slice(0, fixedLength);
  const digits = scanned.slice(fixedLength);
  const isRight = SKEW_STEPS.some((skew) =>
    isSameSecret(digits, computeDigits(secret, `${subject} ${fixed}`, stepOf(now) + skew)),
  );
  return isRight ? fixed : null;
}
