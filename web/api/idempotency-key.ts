/** Creates an unguessable `Idempotency-Key` (docs/api.md#conventions); works without a secure context too. */
export const createIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
