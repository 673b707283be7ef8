/**
 * The stand-in for iPay88 (docs/partners.md#1): the hosted page, the response through the browser, the notice from
 * server to server, and the enquiry. A shopper chooses the outcome on its page, a test by `?outcome=`, `&delay=` and
 * `&enquiry=`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildJsonReply, type Reply, type StandInRequest } from '../stand-in.ts';
import { parseGatewayAmount, toSignedAmount } from './gateway-amount.ts';
import type { IPay88Settings } from './settings.ts';
import { isSignature, SIGNATURE_TYPE, signMessage } from './signature.ts';
import { buildRequestMessage, buildResponseMessage } from './signed-message.ts';
import { renderErrorPage, renderHostedPage, renderReturnPage, renderStuckPage } from './stand-in-pages.ts';

/** Outcomes of a payment (docs/api.md): whether money moves, which sides report it, and in which order. */
export const PAYMENT_OUTCOMES = {
  success: { label: 'Pay', isPaid: true, notices: 1, returns: 'signed' },
  fail: { label: 'Let the bank refuse', isPaid: false, notices: 0, returns: 'signed' },
  cancel: { label: 'Cancel', isPaid: false, notices: 0, returns: 'unsigned' },
  slow: { label: 'Pay, the bank takes 8 seconds', isPaid: true, notices: 1, returns: 'signed', delay: 8 },
  silent: { label: 'Pay, and neither notice nor return arrives', isPaid: true, notices: 0, returns: null },
  'notice-only': { label: 'Pay, only the notice arrives', isPaid: true, notices: 1, returns: null },
  'return-only': { label: 'Pay, only the return arrives', isPaid: true, notices: 0, returns: 'signed' },
  duplicate: { label: 'Pay, the notice arrives three times', isPaid: true, notices: 3, returns: 'signed' },
  reordered: {
    label: 'Pay, the notice arrives after the return',
    isPaid: true,
    notices: 1,
    returns: 'signed',
    late: 3,
  },
  delayed: { label: 'Pay, only a notice arrives, a minute later', isPaid: true, notices: 1, returns: null, late: 60 },
} as const satisfies Record<string, OutcomeParts>;
type OutcomeParts = {
  label: string;
  isPaid: boolean;
  notices: number;
  returns: 'signed' | 'unsigned' | null;
  /** Seconds until the bank responds, and until the notice is sent after that. */
  delay?: number;
  late?: number;
};
export type PaymentOutcome = keyof typeof PAYMENT_OUTCOMES;

/**
 * Replies that the enquiry sends in place of the true one, by `&enquiry=`; `comma` sends the true one only about an amount
 * with a comma.
 */
export const FAULTY_ENQUIRY_REPLIES: Readonly<Record<string, Reply>> = {
  html: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>00</body></html>' },
  down: { status: 503, body: 'Service Unavailable' },
  pending: { status: 200, body: 'Payment Pending' },
  limited: { status: 200, body: 'Limited by per day maximum number of requery' },
  invalid: { status: 200, body: 'Invalid parameters' },
  not_found: { status: 200, body: 'Record not found' },
  empty: { status: 200, body: '' },
  admin: { status: 200, body: 'M88Admin' },
};

/** The banks and wallets of its page, by PaymentId (docs/partners.md#1.7). */
export const SANDBOX_BANKS: Readonly<Record<string, string>> = {
  16: 'FPX',
  6: 'Maybank2u',
  20: 'CIMB Clicks',
  31: 'Public Bank',
  14: 'RHB Now',
  15: 'Hong Leong Connect',
  2: 'Credit or debit card',
  538: "Touch 'n Go eWallet",
  523: 'GrabPay',
  210: 'Boost',
  801: 'ShopeePay',
};

export type SandboxPayment = {
  RefNo: string;
  Amount: string;
  PaymentId: string;
  ResponseURL: string;
  BackendURL: string;
  Remark: string;
  isPaid: boolean | null;
  enquiry: string | null;
};

/** Settings of the stand-in's process; `file` stores its payments, so that they outlive the process. */
export type IPay88StandInSettings = { account: Pick<IPay88Settings, 'merchantCode' | 'merchantKey'>; file: string };

type SubmittedForm = Readonly<Record<string, string>>;

const NOTICE_TRIES = 3;
const BETWEEN_TRIES_MS = 1_000;
const REQUIRED_FIELDS = [
  'RefNo',
  'Amount',
  'Currency',
  'ProdDesc',
  'UserName',
  'UserEmail',
  'UserContact',
  'ResponseURL',
];

/** Builds the fields of a response; TransId, AuthCode and the fields after Status are not signed. */
export function buildSignedResponse(
  { merchantCode, merchantKey }: Pick<IPay88Settings, 'merchantCode' | 'merchantKey'>,
  { RefNo, Amount, PaymentId, Remark }: Pick<SandboxPayment, 'RefNo' | 'Amount' | 'PaymentId' | 'Remark'>,
  Status: '1' | '0',
): Record<string, string> {
  const signed = { MerchantCode: merchantCode, PaymentId, RefNo, Amount, Currency: 'MYR', Status };
  const id = createHash('sha256').update(RefNo).digest('hex').slice(0, 12);
  return {
    ...signed,
    Remark,
    TransId: Status === '1' ? `T${id}` : '',
    AuthCode: Status === '1' ? id.slice(0, 6) : '',
    ErrDesc: Status === '1' ? '' : 'Bank rejected the transaction',
    Signature: signMessage(merchantKey, buildResponseMessage(merchantKey, signed)),
    CCName: '',
    CCNo: '',
    S_bankname: SANDBOX_BANKS[PaymentId] ?? '',
    S_country: '',
    TranDate: '',
    Optional: '',
    Xfield1: '',
  };
}

/** Opens the payments of one account; with a file they outlive the process. */
function readPayments(file: string | null): { payments: Map<string, SandboxPayment>; save(): void } {
  const payments = new Map<string, SandboxPayment>(
    file !== null && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [],
  );
  return { payments, save: () => file !== null && writeFileSync(file, JSON.stringify([...payments])) };
}

const buildHtmlReply = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
});

/** Creates the stand-in for an account; `file` stores its payments. */
export function createIPay88StandIn(
  account: Pick<IPay88Settings, 'merchantCode' | 'merchantKey'>,
  file: string | null = null,
): (request: StandInRequest) => Promise<Reply> {
  const { merchantCode, merchantKey } = account;
  const { payments, save } = readPayments(file);

  /** Sends the notice until it is answered with exactly RECEIVEOK, at most three times. */
  async function sendNotice({ BackendURL }: SandboxPayment, fields: SubmittedForm): Promise<void> {
    for (let tried = 0; tried < NOTICE_TRIES; tried++) {
      const answer = await fetch(BackendURL, { method: 'POST', body: new URLSearchParams(fields) })
        .then((response) => response.text())
        .catch(() => '');
      if (answer === 'RECEIVEOK') return;
      await sleep(BETWEEN_TRIES_MS);
    }
  }

  /** Returns the problem of a request; null if it is valid. */
  function checkForm(form: SubmittedForm): string | null {
    const missing = REQUIRED_FIELDS.find((name) => !form[name]);
    if (missing !== undefined) return `Missing parameter ${missing}`;
    const { MerchantCode = '', RefNo = '', Amount = '', Currency = '', Xfield1 = '', Signature = '' } = form;
    if (MerchantCode !== merchantCode || form.SignatureType !== SIGNATURE_TYPE) return 'Invalid parameters';
    const message = buildRequestMessage(merchantKey, { MerchantCode, RefNo, Amount, Currency, Xfield1 });
    if (!isSignature(Signature, merchantKey, message)) return 'Signature not match';
    if (parseGatewayAmount(Amount) === null || Currency !== 'MYR') return 'Invalid parameters';
    return payments.get(RefNo)?.isPaid === true ? 'Duplicate reference number' : null;
  }

  /** Carries out an outcome; returns what the browser posts back, if anything. */
  async function carryOut(
    payment: SandboxPayment,
    name: PaymentOutcome,
    { delay, enquiry }: { delay: number | null; enquiry: string | null },
  ): Promise<SubmittedForm | null> {
    const outcome: OutcomeParts = PAYMENT_OUTCOMES[name];
    await sleep((delay ?? outcome.delay ?? 0) * 1_000);
    const done = { ...payment, isPaid: outcome.isPaid, enquiry };
    payments.set(payment.RefNo, done);
    save();
    const fields = buildSignedResponse(account, payment, outcome.isPaid ? '1' : '0');
    const send = async () => {
      for (let sent = 0; sent < outcome.notices; sent++) await sendNotice(done, fields);
    };
    if (outcome.late === undefined) void send();
    else void sleep((delay ?? outcome.late) * 1_000, null, { ref: false }).then(send);
    if (outcome.returns === null) return null;
    if (outcome.returns === 'signed') return fields;
    return { ...fields, Signature: '', ErrDesc: 'Customer Cancel Transaction' };
  }

  /** Responds with the page that posts the response to the shop; to a test, with the response as JSON. */
  async function finish(payment: SandboxPayment, name: PaymentOutcome, query: URLSearchParams, wantsJson: boolean) {
    const delay = query.has('delay') ? Number(query.get('delay')) : null;
    const fields = await carryOut(payment, name, { delay, enquiry: query.get('enquiry') });
    if (wantsJson) return buildJsonReply(200, { returns: fields });
    return buildHtmlReply(fields === null ? renderStuckPage() : renderReturnPage(payment.ResponseURL, fields));
  }

  return async ({ method, url, headers, body }) => {
    const form: SubmittedForm = Object.fromEntries(method === 'GET' ? url.searchParams : new URLSearchParams(body));
    const wantsJson = headers.accept?.includes('application/json') === true;
    if (url.pathname === '/enquiry.asp') {
      const payment = payments.get(form.RefNo ?? '');
      if (form.MerchantCode !== merchantCode) return { status: 200, body: 'Invalid parameters' };
      const needsComma = payment?.enquiry === 'comma';
      if (needsComma && form.Amount !== payment.Amount) return { status: 200, body: 'Incorrect amount' };
      if (payment?.enquiry != null && !needsComma)
        return FAULTY_ENQUIRY_REPLIES[payment.enquiry] ?? { status: 200, body: payment.enquiry };
      if (payment === undefined) return { status: 200, body: 'Record not found' };
      const isSame = toSignedAmount(payment.Amount) === toSignedAmount(form.Amount ?? '');
      if (!isSame) return { status: 200, body: 'Incorrect amount' };
      if (payment.isPaid === null) return { status: 200, body: 'Payment Pending' };
      return { status: 200, headers: { 'content-type': 'text/html' }, body: payment.isPaid ? '00' : 'Payment fail' };
    }
    if (url.pathname === '/pay') {
      const payment = payments.get(form.RefNo ?? '');
      if (payment === undefined || !Object.hasOwn(PAYMENT_OUTCOMES, form.outcome ?? ''))
        return buildHtmlReply(renderErrorPage('No payment'), 404);
      if (payment.isPaid === true) return buildHtmlReply(renderErrorPage('Duplicate reference number'));
      const chosen = { ...payment, PaymentId: form.PaymentId || payment.PaymentId };
      return finish(chosen, form.outcome as PaymentOutcome, new URLSearchParams(), wantsJson);
    }
    if (url.pathname === '/favicon.ico') return { status: 204 };
    if (url.pathname !== '/entry.asp') return buildHtmlReply(renderErrorPage('Not found'), 404);
    const problem = checkForm(form);
    if (problem !== null)
      return wantsJson ? buildJsonReply(200, { problem }) : buildHtmlReply(renderErrorPage(problem));
    const { RefNo = '', Amount = '', PaymentId = '', ResponseURL = '', BackendURL = '', Remark = '' } = form;
    const payment = { RefNo, Amount, PaymentId, ResponseURL, BackendURL, Remark, isPaid: null, enquiry: null };
    payments.set(RefNo, payment);
    save();
    const outcome = url.searchParams.get('outcome');
    if (outcome !== null && Object.hasOwn(PAYMENT_OUTCOMES, outcome)) {
      return finish(payment, outcome as PaymentOutcome, url.searchParams, wantsJson);
    }
    return buildHtmlReply(renderHostedPage(payment, form.ProdDesc ?? '', SANDBOX_BANKS, PAYMENT_OUTCOMES));
  };
}
