/** Codes of authenticator apps: RFC 6238 with HMAC-SHA-1, six digits and thirty seconds, which every app supports. */
import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from './sign.ts';

const STEP_MS = 30_000;
const CODE_DIGITS = 6;
/** As long as the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20;
/** Accepts the codes of the step before and after, because the clocks of phones are inexact. */
const DRIFT_STEPS = [0, -1, 1];

/** The alphabet of RFC 4648. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Draws a secret, in base 32: 32 characters without padding. */
export function drawTotpSecret(): string {
  const bits = Array.from(randomBytes(SECRET_BYTES), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
}

function decodeBase32(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Computes the code of a time step (RFC 4226, section 5.3). */
export function computeTotpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

/** Returns the time step of a moment. */
export const totpStepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** Finds the time step whose code this is; null unless it is the step of `now`, the one before or the one after. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const steps = DRIFT_STEPS.map((drift) => totpStepOf(now) + drift);
  return steps.find((step) => isSameSecret(code, computeTotpCode(secret, step))) ?? null;
}

/** Formats the address that an authenticator app reads from the QR code. */
export function formatTotpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${label}?${parameters.toString().replaceAll('+', '%20')}`;
}
