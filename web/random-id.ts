/**
 * Creates an unguessable id: an `Idempotency-Key` (docs/api.md#conventions), an event's id. `crypto.randomUUID` exists
 * only in secure contexts, which a development shop may not be.
 */
export const createRandomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
