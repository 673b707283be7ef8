/**
 * The stand-in for Touch 'n Go (docs/partners.md#2): its signed calls, its notices, and a page that plays the app
 * around the mini-program. A shopper chooses each outcome on the page, a test by the calls below `/host/` that the page
 * uses.
 */
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { buildJsonReply, type Reply, type StandInRequest } from '../stand-in.ts';
import { type TngAmount, amount as tngAmount } from './client.ts';
import { formatTngTime, isSigned, parseTime, signMessage } from './signature.ts';
import { readHostFile } from './stand-in-host.ts';
import { STAND_IN_PATH } from './stand-in-keys.ts';
import {
  type Behaviour,
  CALL_BEHAVIOURS,
  type OutcomeName,
  outcomeOf,
  SHEET_OUTCOMES,
  STAND_IN_USERS,
} from './stand-in-outcomes.ts';

export type TngStandInSettings = {
  clientId: string;
  partnerId: string;
  /** Signs answers and notices, in PEM. */
  privateKey: string;
  keyVersion?: string;
  /** The shop's public key, in PEM. */
  shopKey: string;
  /** Stores payments, refunds and codes, so that they outlive the process; null: in memory alone. */
  file: string | null;
  /** Address at which the page opens the mini-program. */
  shopUrl: string;
};

type RefundStatusCode = 'PROCESSING' | 'SUCCESS' | 'FAIL';

/** The status of a payment or refund, and the status that follows at a time, in milliseconds since 1970. */
type PaymentProgress = { status: RefundStatusCode; next: { status: RefundStatusCode; at: number } | null };

type StandInPayment = PaymentProgress & {
  id: string;
  amount: TngAmount;
  title: string;
  notifyUrl: string;
  returnUrl: string;
  /** Time at which it closes unpaid, in milliseconds since 1970; null: never. */
  expiresAt: number | null;
  /** Number of calls to pay it. */
  calls: number;
};
type StandInRefund = PaymentProgress & { id: string; payment: string; amount: TngAmount; calls: number };

/** The content of the file. */
type StoredState = {
  payments: Record<string, StandInPayment>;
  refunds: Record<string, StandInRefund>;
  /** One-time codes and access tokens, with the users whom they stand for. */
  codes: Record<string, string>;
  tokens: Record<string, string>;
  /** Answers to the next calls, by the last part of their path. */
  behaviours: Record<string, Behaviour[]>;
};

type TngAnswer = {
  result: { resultStatus: string; resultCode: string; resultMessage: string };
  [field: string]: unknown;
};

const composeAnswer = (resultStatus: string, resultCode: string, fields: object = {}): TngAnswer => ({
  result: { resultStatus, resultCode, resultMessage: resultCode.toLowerCase().replaceAll('_', ' ') },
  ...fields,
});
const composeRefusal = (resultCode: string): TngAnswer => composeAnswer('F', resultCode);
const composeUnknown = (): TngAnswer => composeAnswer('U', 'UNKNOWN_EXCEPTION');

/** Seconds until `U_S` and `U_F` have their result. */
const UNKNOWN_SECONDS = 4;
/** Delay of an answer that never comes, in milliseconds: longer than any caller waits. */
const NEVER_MS = 60_000;
const NOTICE_TRIES = 3;
const BETWEEN_TRIES_MS = 1_000;

const payBody = v.object({
  partnerId: v.string(),
  paymentRequestId: v.string(),
  paymentOrderTitle: v.string(),
  productCode: v.literal('51051000101000100001'),
  paymentAmount: v.object({ currency: v.literal('MYR'), value: v.pipe(v.string(), v.regex(/^[1-9]\d*$/)) }),
  paymentNotifyUrl: v.pipe(v.string(), v.url()),
  paymentReturnUrl: v.pipe(v.string(), v.url()),
  paymentExpiryTime: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => parseTime(text) !== null),
    ),
  ),
});
const refundBody = v.object({
  partnerId: v.string(),
  refundRequestId: v.string(),
  paymentRequestId: v.string(),
  refundAmount: tngAmount,
});
const hostPay = v.object({
  id: v.string(),
  outcome: v.picklist(Object.keys(SHEET_OUTCOMES) as OutcomeName[]),
  /** Seconds instead of the outcome's own. */
  delay: v.optional(v.number()),
});
const hostNext = v.object({ call: v.string(), behaviour: v.picklist(Object.keys(CALL_BEHAVIOURS) as Behaviour[]) });

/** Returns whether an address is on this machine. */
const isLocal = (text: string): boolean => ['localhost', '127.0.0.1'].includes(URL.parse(text)?.hostname ?? '');

function openBooks(file: string | null): { books: StoredState; save(): void } {
  const books: StoredState =
    file !== null && existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { payments: {}, refunds: {}, codes: {}, tokens: {}, behaviours: {} };
  return { books, save: () => file !== null && writeFileSync(file, JSON.stringify(books)) };
}

/** Creates the stand-in. `clock` is that of the machine, unless a test moves it. */
export function createTngStandIn(
  { clientId, partnerId, privateKey, keyVersion = '1', shopKey, file, shopUrl }: TngStandInSettings,
  clock: () => Date = () => new Date(),
): (request: StandInRequest) => Promise<Reply> {
  const { books, save } = openBooks(file);
  // `/?shop=` names another one on this machine: a test's port is not known at the start.
  let shop = shopUrl;
  const signingKey = { version: keyVersion, privateKey: createPrivateKey(privateKey), encoding: 'base64url' } as const;
  const shopKeys = new Map([['1', createPublicKey(shopKey)]]);

  const sign = (path: string, time: string, body: string) => signMessage({ path, clientId, time, body }, signingKey);

  /** Moves a payment or refund to its next status if that is due. */
  function advance<Item extends PaymentProgress>(item: Item): Item {
    if (item.next !== null && item.next.at <= clock().getTime()) {
      item.status = item.next.status;
      item.next = null;
      save();
    }
    return item;
  }

  /** Moves a payment to its next status if that is due, and closes it if the shopper has not acted by its expiry. */
  function advancePayment(payment: StandInPayment): StandInPayment {
    const { status, next, expiresAt } = advance(payment);
    const isExpired = expiresAt !== null && expiresAt <= clock().getTime();
    if (status === 'PROCESSING' && next === null && isExpired) {
      payment.status = 'FAIL';
      save();
    }
    return payment;
  }

  const scheduleStatus = (status: RefundStatusCode, seconds: number) => ({
    status,
    at: clock().getTime() + seconds * 1_000,
  });

  /** Returns the first status and the next one of a payment or refund, by the behaviour of its call. */
  function chooseProgress(behaviour: Behaviour | undefined, usual: RefundStatusCode): PaymentProgress {
    if (behaviour === 'S') return { status: 'SUCCESS', next: null };
    if (behaviour === 'F') return { status: 'FAIL', next: null };
    if (behaviour === 'U_S') return { status: 'PROCESSING', next: scheduleStatus('SUCCESS', UNKNOWN_SECONDS) };
    if (behaviour === 'U_F') return { status: 'PROCESSING', next: scheduleStatus('FAIL', UNKNOWN_SECONDS) };
    return { status: behaviour === 'U' ? 'PROCESSING' : usual, next: null };
  }

  /** Sends a notice until it is accepted, at most three times. */
  async function sendNotice({ id, notifyUrl, amount }: StandInPayment, resultStatus: 'S' | 'F'): Promise<void> {
    const resultCode = resultStatus === 'S' ? 'SUCCESS' : 'PROCESS_FAIL';
    // With spaces, so that only the bytes as sent have this signature.
    const body = JSON.stringify(
      {
        partnerId,
        paymentId: `T${id}`,
        paymentRequestId: id,
        paymentAmount: amount,
        paymentTime: formatTngTime(clock()),
        paymentResult: { resultStatus, resultCode, resultMessage: resultCode.toLowerCase() },
      },
      null,
      1,
    );
    const path = new URL(notifyUrl).pathname;
    for (let tried = 0; tried < NOTICE_TRIES; tried++) {
      const time = formatTngTime(clock());
      const headers = {
        'content-type': 'application/json; charset=UTF-8',
        'client-id': clientId,
        'request-time': time,
        signature: sign(path, time, body),
      };
      const accepted = await fetch(notifyUrl, { method: 'POST', headers, body })
        .then(async (response) => {
          const text = await response.text();
          const signed = { path, clientId, time: response.headers.get('response-time') ?? '', body: text };
          const isOurs = isSigned(signed, response.headers.get('signature') ?? '', shopKeys);
          return isOurs && JSON.parse(text).result.resultStatus === 'S';
        })
        .catch(() => false);
      if (accepted) return;
      await sleep(BETWEEN_TRIES_MS);
    }
  }

  function pay(body: unknown, behaviour: Behaviour | undefined, origin: string): TngAnswer {
    const parsed = v.safeParse(payBody, body);
    if (!parsed.success || parsed.output.partnerId !== partnerId) return composeRefusal('PARAM_ILLEGAL');
    const { paymentRequestId: id, paymentAmount: amount, paymentOrderTitle: title, ...urls } = parsed.output;
    const expiresAt = parseTime(urls.paymentExpiryTime ?? '')?.getTime() ?? null;
    const before = books.payments[id];
    const isConsistent =
      before === undefined || (before.amount.value === amount.value && before.expiresAt === expiresAt);
    if (!isConsistent) return composeRefusal('REPEAT_REQ_INCONSISTENT');
    const payment: StandInPayment = before ?? {
      ...{ id, amount, title, expiresAt, notifyUrl: urls.paymentNotifyUrl, returnUrl: urls.paymentReturnUrl, calls: 0 },
      ...chooseProgress(behaviour, 'PROCESSING'),
    };
    payment.calls++;
    books.payments[id] = advancePayment(payment);
    save();
    const fields = { paymentId: `T${id}`, paymentRequestId: id };
    if (payment.status === 'SUCCESS') return composeAnswer('S', 'SUCCESS', fields);
    if (payment.status === 'FAIL') return composeAnswer('F', 'PROCESS_FAIL', fields);
    const isUnknown = payment.next !== null || behaviour === 'U';
    if (isUnknown) return composeAnswer('U', 'PAYMENT_IN_PROCESS', fields);
    return composeAnswer('A', 'ACCEPT', { ...fields, actionForm: { redirectionUrl: `${origin}/cashier?id=${id}` } });
  }

  function inquirePayment(id: string): TngAnswer {
    const payment = books.payments[id];
    if (payment === undefined) return composeRefusal('ORDER_NOT_EXIST');
    const { status, amount } = advancePayment(payment);
    const fields = { paymentId: `T${id}`, paymentRequestId: id, paymentAmount: amount, paymentStatus: status };
    return composeAnswer('S', 'SUCCESS', fields);
  }

  function refund(body: unknown, behaviour: Behaviour | undefined): TngAnswer {
    const parsed = v.safeParse(refundBody, body);
    if (!parsed.success || parsed.output.partnerId !== partnerId) return composeRefusal('PARAM_ILLEGAL');
    const { refundRequestId: id, paymentRequestId, refundAmount: amount } = parsed.output;
    const payment = books.payments[paymentRequestId];
    if (payment === undefined || advance(payment).status !== 'SUCCESS') return composeRefusal('ORDER_STATUS_INVALID');
    const before = books.refunds[id];
    if (before !== undefined && before.amount.value !== amount.value) return composeRefusal('REPEAT_REQ_INCONSISTENT');
    const others = Object.values(books.refunds).filter((each) => each.payment === paymentRequestId && each.id !== id);
    const taken = others
      .filter(({ status }) => status !== 'FAIL')
      .reduce((sum, each) => sum + Number(each.amount.value), 0);
    if (taken + Number(amount.value) > Number(payment.amount.value)) return composeRefusal('REFUND_AMOUNT_EXCEED');
    const item: StandInRefund = before ?? {
      ...{ id, payment: paymentRequestId, amount, calls: 0 },
      ...chooseProgress(behaviour, 'SUCCESS'),
    };
    item.calls++;
    books.refunds[id] = advance(item);
    save();
    const fields = { refundRequestId: id, refundId: `R${id}`, refundAmount: amount };
    if (item.status === 'SUCCESS') return composeAnswer('S', 'SUCCESS', fields);
    return item.status === 'FAIL'
      ? composeRefusal('REFUND_NOT_ALLOWED')
      : composeAnswer('U', 'REFUND_IN_PROCESS', fields);
  }

  function inquireRefund(id: string): TngAnswer {
    const item = books.refunds[id];
    if (item === undefined) return composeRefusal('REFUND_NOT_EXIST');
    const { status, amount } = advance(item);
    const fields = { refundRequestId: id, refundId: `R${id}`, refundAmount: amount, refundStatus: status };
    return composeAnswer('S', 'SUCCESS', fields);
  }

  /** Exchanges a one-time code for an access token. */
  function applyToken(code: string): TngAnswer {
    const userId = books.codes[code];
    delete books.codes[code];
    if (userId === undefined) return composeRefusal('INVALID_CODE');
    const accessToken = randomBytes(18).toString('base64url');
    books.tokens[accessToken] = userId;
    save();
    return composeAnswer('S', 'SUCCESS', { accessToken, customerId: userId });
  }

  function inquireUser(accessToken: string): TngAnswer {
    const user = STAND_IN_USERS.find(({ userId }) => userId === books.tokens[accessToken]);
    if (user === undefined) return composeRefusal('INVALID_ACCESS_TOKEN');
    const { userId, name, phone, email } = user;
    return composeAnswer('S', 'SUCCESS', {
      userInfo: {
        userId,
        userName: { fullName: name },
        ...(phone !== null && { contactInfos: [{ contactType: 'MOBILE_PHONE', contactNo: phone }] }),
        ...(email !== null && { loginIdInfos: [{ loginIdType: 'EMAIL', loginId: email }] }),
      },
    });
  }

  function answerCall(call: string, body: Record<string, unknown>, behaviour: Behaviour | undefined, origin: string) {
    switch (call) {
      case 'pay':
        return pay(body, behaviour, origin);
      case 'refund':
        return refund(body, behaviour);
    }
    if (behaviour === 'U') return composeUnknown();
    if (behaviour === 'F') return composeRefusal('PROCESS_FAIL');
    switch (call) {
      case 'inquiryPayment':
        return inquirePayment(String(body.paymentRequestId));
      case 'inquiryRefund':
        return inquireRefund(String(body.refundRequestId));
      case 'applyToken':
        return applyToken(String(body.authCode));
      case 'inquiryUserInfoByAccessToken':
        return inquireUser(String(body.accessToken));
      default:
        return composeRefusal('API_IS_INVALID');
    }
  }

  /** Answers a call of the shop's server, signed. */
  async function answerShop({ url, headers, body }: StandInRequest): Promise<Reply> {
    const path = url.pathname;
    const call = path.split('/').at(-1) ?? '';
    const time = formatTngTime(clock());
    const reply = (fields: TngAnswer, isOurs = true): Reply => {
      const text = JSON.stringify(fields, null, 1);
      const signature = sign(path, time, isOurs ? text : `${text} `);
      return {
        status: 200,
        headers: { 'content-type': 'application/json', 'client-id': clientId, 'response-time': time, signature },
        body: text,
      };
    };
    const request = { path, clientId, time: String(headers['request-time']), body };
    const isShops = headers['client-id'] === clientId && isSigned(request, String(headers.signature), shopKeys);
    if (!isShops) return reply(composeRefusal('INVALID_SIGNATURE'));
    const behaviour = books.behaviours[call]?.shift();
    if (behaviour === 'html') {
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>SUCCESS</body></html>' };
    }
    const fields = answerCall(call, JSON.parse(body), behaviour, `http://${headers.host}`);
    if (behaviour === 'timeout') await sleep(NEVER_MS, null, { ref: false });
    return reply(fields, behaviour !== 'unsigned');
  }

  /** Carries out an outcome of the payment sheet; returns what `my.tradePay` gives the page. */
  function carryOut({ id, outcome: name, delay }: v.InferOutput<typeof hostPay>): Reply {
    const payment = books.payments[id];
    if (payment === undefined) return buildJsonReply(404, {});
    const outcome = outcomeOf(name);
    const isOpen = advancePayment(payment).status === 'PROCESSING' && payment.next === null;
    if (payment.status === 'FAIL') return buildJsonReply(200, { resultCode: SHEET_OUTCOMES.fail.resultCode });
    if (isOpen && outcome.status !== null) {
      const seconds = outcome.delay === undefined ? 0 : (delay ?? outcome.delay);
      payment.next = scheduleStatus(outcome.status, seconds);
      advance(payment);
      save();
      const send = async () => {
        for (const result of outcome.notices) await sendNotice(payment, result);
      };
      if (outcome.late === undefined) void send();
      else void sleep((delay ?? outcome.late) * 1_000, null, { ref: false }).then(send);
    }
    return buildJsonReply(200, { resultCode: outcome.resultCode });
  }

  /** Answers the page that plays the app. */
  function answerHost(path: string, body: unknown): Reply {
    if (path === '/host/code') {
      const user = STAND_IN_USERS.find(({ userId }) => userId === Object(body).userId);
      if (user === undefined) return buildJsonReply(404, {});
      const authCode = randomBytes(18).toString('base64url');
      books.codes[authCode] = user.userId;
      save();
      return buildJsonReply(200, { authCode });
    }
    if (path === '/host/payment') {
      const id = URL.parse(String(Object(body).paymentUrl))?.searchParams.get('id') ?? '';
      const payment = books.payments[id];
      if (payment === undefined) return buildJsonReply(404, {});
      return buildJsonReply(200, { id, title: payment.title, amount: payment.amount });
    }
    if (path === '/host/pay') return carryOut(v.parse(hostPay, body));
    if (path === '/host/next') {
      const { call, behaviour } = v.parse(hostNext, body);
      books.behaviours[call] = [...(books.behaviours[call] ?? []), behaviour];
      save();
      return buildJsonReply(200, {});
    }
    if (path === '/host/books') return buildJsonReply(200, { payments: books.payments, refunds: books.refunds });
    return buildJsonReply(404, {});
  }

  return async (request) => {
    const { method, url, body } = request;
    if (method === 'POST' && url.pathname.startsWith(`${STAND_IN_PATH}/`)) return answerShop(request);
    if (method === 'POST') return answerHost(url.pathname, JSON.parse(body));
    const local = url.searchParams.get('shop');
    if (local !== null && isLocal(local)) shop = new URL(local).origin;
    return readHostFile(url, shop);
  };
}
