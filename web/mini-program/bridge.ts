/**
 * Calls of the app around the page: by the functions of its object `my`, or by messages to the mini-program, which
 * makes the calls and returns their results (docs/partners.md#2).
 */
import * as v from 'valibot';
import type { HostApp } from './host-app.ts';

/** The app refused a call, or failed. `code` is the app's error code, null if it gave none. */
export class BridgeError extends Error {
  readonly code: string | null;
  constructor(code: string | null, message: string) {
    super(message);
    this.name = 'BridgeError';
    this.code = code;
  }
}

/** Our code for a call that the app does not offer. */
export const UNSUPPORTED = 'unsupported';

/** The app's code for a user who refuses consent. */
const CONSENT_REFUSED = '11';

export const isConsentRefused = (error: unknown): boolean =>
  error instanceof BridgeError && error.code === CONSENT_REFUSED;

/** The longest wait for the user at the consent sheet. */
const CONSENT_WAIT_MS = 60_000;

export type Bridge = {
  /** Returns a one-time code for the user. Throws `BridgeError`. */
  getAuthCode(): Promise<string>;
  /** Opens the payment sheet; returns the app's result code once it closes. Throws `BridgeError`. */
  tradePay(paymentUrl: string): Promise<string>;
};

type CallName = 'getAuthCode' | 'tradePay';

const code = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
);
const authCode = v.object({ authCode: v.pipe(v.string(), v.minLength(1), v.maxLength(500)) });
const tradeResult = v.object({ resultCode: code });
/** An error of the app; apps report the code in different fields. */
const failure = v.object({
  code: v.optional(code),
  error: v.optional(code),
  resultCode: v.optional(code),
  message: v.optional(v.string()),
});
const answer = v.union([
  v.object({ id: v.string(), error: v.looseObject({}) }),
  v.object({ id: v.string(), result: v.looseObject({}) }),
]);

function toBridgeError(value: unknown): BridgeError {
  const { success, output } = v.safeParse(failure, value);
  if (!success) return new BridgeError(null, 'The app refused without a reason');
  return new BridgeError(output.code ?? output.error ?? output.resultCode ?? null, output.message ?? '');
}

/** Validates the app's response. Throws `BridgeError` if its shape is unexpected. */
function parseAnswer<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown): Value {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new BridgeError(null, 'The app answered in another form');
  return result.output;
}

/** Creates an id that cannot be guessed, so that no stray message matches it. */
const createId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Returns a function that calls the app by messages; ignores malformed and repeated responses. */
function createMessageCaller(my: HostApp) {
  const pendingCalls = new Map<string, { resolve: (value: unknown) => void; reject: (error: BridgeError) => void }>();
  my.onMessage = (message) => {
    const result = v.safeParse(answer, message);
    if (!result.success) return;
    const call = pendingCalls.get(result.output.id);
    pendingCalls.delete(result.output.id);
    if ('error' in result.output) call?.reject(toBridgeError(result.output.error));
    else call?.resolve(result.output.result);
  };
  return (name: CallName, parameters: Record<string, unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (typeof my.postMessage !== 'function') return reject(new BridgeError(UNSUPPORTED, `The app has no ${name}`));
      const id = createId();
      pendingCalls.set(id, { resolve, reject });
      my.postMessage({ id, call: name, parameters });
    });
}

/** Rejects if the work takes longer. */
function withTimeLimit<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new BridgeError(null, `No answer within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function createBridge(my: HostApp): Bridge {
  const callByMessage = createMessageCaller(my);
  const call = (name: CallName, parameters: Record<string, unknown>): Promise<unknown> => {
    if (typeof my[name] !== 'function') return callByMessage(name, parameters);
    return new Promise((resolve, reject) =>
      my[name]?.({ ...parameters, success: resolve, fail: (error) => reject(toBridgeError(error)) }),
    );
  };
  return {
    async getAuthCode() {
      const value = await withTimeLimit(call('getAuthCode', { scopes: ['auth_user'] }), CONSENT_WAIT_MS);
      return parseAnswer(authCode, value).authCode;
    },
    async tradePay(paymentUrl) {
      return parseAnswer(tradeResult, await call('tradePay', { paymentUrl })).resultCode;
    },
  };
}
