/**
 * A payment provider that exists in tests alone, as different from iPay88 as the interface allows: payments start with
 * a call and a redirect, notices are JSON signed with one of two keys, and refunds are made by calls.
 */
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { createOutbound } from '../../partners/outbound.ts';
import type {
  AttemptToCheck,
  CallbackRequest,
  MiniProgram,
  MiniProgramUser,
  ParsedReport,
  PaymentGateway,
  PaymentProvider,
  RefundAnswer,
  ReportedFields,
  Verdict,
} from '../../partners/payment-provider.ts';
import { buildJsonReply, type Reply, type StandInRequest, startStandIn } from '../../partners/stand-in.ts';
import { sendRequest, type TestResponse, type TestServer } from '../test-server.ts';

export const FAKE_CODE = 'fake';
export const NOTICE_PATH = '/payments/fake/notice';
const RETURN_PATH = '/payments/fake/return';

/** Keys by version; the provider signs with either while it changes its key. */
const KEY_BY_VERSION: Readonly<Record<string, string>> = { 1: 'old-key', 2: 'new-key' };
const TIME_LIMIT_MS = 5 * 60_000;

const signMessage = (key: string, path: string, time: string, raw: string | Buffer): string =>
  createHmac('sha256', key).update(`${path}\n${time}\n`).update(raw).digest('hex');

const notice = v.object({
  id: v.string(),
  amount: v.string(),
  status: v.string(),
  transaction: v.string(),
});

/** Judges a notice about an attempt. Amounts are text in sen. */
function judgeNotice({ id, amount, status }: v.InferOutput<typeof notice>, attempt: AttemptToCheck): Verdict {
  if (id !== attempt.reference || amount !== String(attempt.amount)) return 'mismatch';
  if (status === 'S') return 'paid';
  return status === 'F' ? 'failed' : 'unknown_status';
}

function isSigned({ raw, path, headers, receivedAt }: CallbackRequest): boolean {
  const { 'key-version': version = '', 'request-time': time = '', signature } = headers;
  const key = KEY_BY_VERSION[version];
  const isRecent = Math.abs(receivedAt.getTime() - Date.parse(time)) <= TIME_LIMIT_MS;
  return key !== undefined && isRecent && signature === signMessage(key, path, time, raw);
}

function readNotice(fields: ReportedFields, request: CallbackRequest): ParsedReport {
  const parsed = v.safeParse(notice, fields);
  if (!parsed.success) {
    return { reference: null, fields, verify: () => ({ verdict: 'malformed', transaction_id: null }) };
  }
  const { id, transaction } = parsed.output;
  return {
    reference: id,
    fields,
    verify: (attempt) => ({
      verdict: isSigned(request) ? judgeNotice(parsed.output, attempt) : 'forged',
      transaction_id: transaction,
    }),
  };
}

const paymentAnswer = v.object({ status: v.picklist(['open', 'S', 'F', 'unknown']), transaction: v.string() });
const refundAnswer = v.object({ status: v.picklist(['U', 'S', 'F', 'unknown']), refund: v.string() });

function toRefundAnswer({ status, refund }: v.InferOutput<typeof refundAnswer>): RefundAnswer {
  if (status === 'S') return { state: 'settled', operator_reference: refund };
  if (status === 'F') return { state: 'failed', failure: 'The account is closed' };
  return { state: status === 'U' ? 'pending' : 'not_found' };
}

const RESULT_OF_STATUS = { open: 'pending', S: 'paid', F: 'failed', unknown: 'not_found' } as const;

const userAnswer = v.object({
  user: v.nullable(
    v.object({
      id: v.string(),
      name: v.nullable(v.string()),
      phone: v.nullable(v.string()),
      email: v.nullable(v.string()),
    }),
  ),
});

function connectGateway(url: string, shopUrl: () => string, isMiniProgram: boolean): PaymentGateway {
  const ask = createOutbound('the fake provider');
  const call = async (path: string, body: object): Promise<unknown> =>
    JSON.parse((await ask(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })).text);
  const callRefund = async (path: string, body: object) =>
    toRefundAnswer(v.parse(refundAnswer, await call(path, body)));
  const miniProgram: MiniProgram = {
    branch: 'tng',
    bridgeUrl: `${url}/bridge.js`,
    hostOrigin: url,
    identify: async (code) => v.parse(userAnswer, await call('/identify', { code })).user,
  };
  return {
    code: FAKE_CODE,
    name: 'Fake Wallet',
    formUrls: [],
    enquiries: { perDay: 400, afterSeconds: [60] },
    secretFields: ['cardNumber', 'cardHolder'],
    callbacks: [
      {
        path: NOTICE_PATH,
        method: 'POST',
        body: 'json',
        read: readNotice,
        reply: (verdict) => ({
          status: verdict === 'paid' || verdict === 'failed' ? 200 : 400,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ result: verdict === 'paid' ? 'S' : 'F' }),
        }),
        document: null,
      },
      {
        path: RETURN_PATH,
        method: 'GET',
        body: 'form',
        read: (fields) => ({
          reference: fields?.id ?? null,
          fields,
          verify: () => ({ verdict: 'no_result', transaction_id: null }),
        }),
        reply: null,
        document: null,
      },
    ],
    readHint: null,
    async start({ reference, amount, channel, proof }) {
      const returnUrl = `${shopUrl()}/api${RETURN_PATH}?id=${reference}&token=${encodeURIComponent(proof)}`;
      const answer = await call('/pay', { id: reference, amount: String(amount), returnUrl });
      const { cashier } = v.parse(v.object({ cashier: v.string() }), answer);
      if (channel === 'app') return { to: 'host', call: { name: 'tradePay', parameters: { paymentUrl: cashier } } };
      return { to: 'redirect', url: cashier };
    },
    async enquire({ reference }) {
      const fields = v.parse(v.looseObject(paymentAnswer.entries), await call('/inquire', { id: reference }));
      return {
        result: RESULT_OF_STATUS[fields.status],
        text: fields.status,
        fields,
        transaction_id: fields.transaction,
      };
    },
    resumesAttempts: false,
    miniProgram: isMiniProgram ? miniProgram : null,
    hiddenChannels: {},
    refunds: {
      send: ({ id, amount, payment }) =>
        callRefund('/refund', { id, amount: String(amount), payment: payment.reference }),
      enquire: ({ id }) => callRefund('/inquire-refund', { id }),
    },
  };
}

export type FakePayment = { amount: string; returnUrl: string; status: 'open' | 'S' | 'F'; starts: number };
export type FakeRefund = { amount: string; payment: string; status: 'U' | 'S' | 'F'; sends: number };

export type FakeProvider = {
  provider: PaymentProvider;
  /** The provider's payments and refunds, by the shop's ids. */
  payments: Map<string, FakePayment>;
  refunds: Map<string, FakeRefund>;
  /** The users of its app, by the codes that the app gave them; each code works once. */
  users: Map<string, MiniProgramUser>;
  /** Answers calls, if set; null leaves a call to the provider. */
  intercept: (path: string) => Reply | null;
};

/**
 * Makes the provider; the shop starts its stand-in. `isMiniProgram`: the shop runs inside its app, as the branch `tng`.
 */
export function createFakeProvider({ isMiniProgram = false } = {}): FakeProvider {
  const payments: FakeProvider['payments'] = new Map();
  const refunds: FakeProvider['refunds'] = new Map();
  const users: FakeProvider['users'] = new Map();
  const handle = ({ url: { pathname }, body }: StandInRequest): Reply => {
    const { id, amount, returnUrl, payment, code } = JSON.parse(body);
    if (pathname === '/identify') {
      const user = users.get(code) ?? null;
      users.delete(code);
      return buildJsonReply(200, { user });
    }
    if (pathname === '/pay') {
      const before = payments.get(id);
      payments.set(id, { amount, returnUrl, status: 'open', starts: (before?.starts ?? 0) + 1 });
      return buildJsonReply(200, { cashier: `https://wallet.example/cashier/${id}` });
    }
    if (pathname === '/inquire') {
      const status = payments.get(id)?.status ?? 'unknown';
      return buildJsonReply(200, { status, transaction: `T-${id}`, cardHolder: 'Mei Ling', channel: 'balance' });
    }
    if (pathname === '/refund') {
      const before = refunds.get(id);
      refunds.set(id, { amount, payment, status: before?.status ?? 'U', sends: (before?.sends ?? 0) + 1 });
    }
    return buildJsonReply(200, { status: refunds.get(id)?.status ?? 'unknown', refund: `R-${id}` });
  };
  const fake: FakeProvider = {
    payments,
    refunds,
    users,
    intercept: () => null,
    provider: {
      code: FAKE_CODE,
      settingNames: 'the settings of a provider that does not exist',
      connect: () => null,
      async connectStandIn({ shopUrl, port }) {
        const { url, close } = await startStandIn(
          port,
          (request) => fake.intercept(request.url.pathname) ?? handle(request),
        );
        return { gateway: connectGateway(url, shopUrl, isMiniProgram), close };
      },
    },
  };
  return fake;
}

export type FakeNotice = {
  body: object;
  /** The version of the provider's key that signs; an unknown version has no valid key. */
  keyVersion?: string;
  at: Date;
};

/** Reports a payment as the provider's server does. */
export function sendNotice(url: string, { body, keyVersion = '2', at }: FakeNotice): Promise<TestResponse> {
  // With spaces, so that only the bytes as received have this signature.
  const raw = JSON.stringify(body, null, 2);
  const time = at.toISOString();
  const signature = signMessage(KEY_BY_VERSION[keyVersion] ?? 'no-key', `/api${NOTICE_PATH}`, time, raw);
  const headers = { 'key-version': keyVersion, 'request-time': time, signature };
  return sendRequest(`${url}/api${NOTICE_PATH}`, 'POST', { body: raw, headers });
}

/** The payment method of the mini-program. */
export const FAKE_WALLET = 'fake-tng';

/** Offers the mini-program's method, before all others. */
export async function offerWallet({ db }: Pick<TestServer, 'db'>): Promise<void> {
  await db.raw(
    `insert into payment_methods (code, name_en, name_zh, note_en, note_zh, gateway, channels, is_active, position)
     values ($1, 'Touch ’n Go eWallet', null, '', null, $2, $3, true, -1)`,
    [FAKE_WALLET, FAKE_CODE, JSON.stringify([{ id: 'app', name_en: 'In the app', name_zh: null }])],
  );
}
