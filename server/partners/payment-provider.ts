/**
 * The interface to payment providers, independent of their protocols. Each is a folder beside this file and a row of
 * `payment-providers.ts`.
 */
import type { HostCall } from '@shop/contract/payments';
import type { Branch } from '@shop/core/branch';
import type { Lang } from '@shop/core/lang';
import type { Sen } from '@shop/core/money';
import type { EnquiryLimits, EnquiryResult } from '@shop/core/payments/enquiry-result';
import type { GenericSchema } from 'valibot';
import type { Config } from '../config.ts';

/** A payment to send a shopper to. */
export type PaymentRequest = {
  reference: string;
  amount: Sen;
  /** The gateway's number of the bank or wallet. */
  channel: string;
  description: string;
  name: string;
  email: string;
  phone: string;
  lang: Lang;
  /** Token that opens the order when the browser returns. */
  proof: string;
  /**
   * The end of the order's hold time: a gateway that can close the payment then takes no money for a canceled order.
   */
  expiresAt: Date;
};

/** A form that the shopper's browser posts to the gateway. */
export type PaymentForm = { action: string; fields: Readonly<Record<string, string>> };

/** The next step of the shopper who pays: a form to post, an address, or a call of the host. */
export type PaymentStart =
  | { to: 'form'; form: PaymentForm }
  | { to: 'redirect'; url: string }
  | { to: 'host'; call: HostCall };

/** The verdict on a received report; only `paid` counts as a payment. */
export type Verdict =
  | 'paid'
  | 'failed'
  /** Signed, with a status that the protocol does not define. */
  | 'unknown_status'
  /** Says nothing about the payment, such as a browser that only comes back. */
  | 'no_result'
  | 'unsigned'
  | 'forged'
  /** Correctly signed, for another merchant, currency or amount. */
  | 'mismatch'
  | 'malformed';

/** Verdicts on reports that the gateway sent; any other report may be a stranger's. */
export const GENUINE_VERDICTS: readonly string[] = ['paid', 'failed', 'unknown_status', 'mismatch'] satisfies Verdict[];

export type VerifiedReport = { verdict: Verdict; transaction_id: string | null };

/** Names of form fields with their values; null if a field came twice or was too long. */
export type ReceivedFields = Readonly<Record<string, string>> | null;

/** The fields of a report or answer; null if unreadable. */
export type ReportedFields = Readonly<Record<string, unknown>> | null;

/** An attempt's reference and amount, as the gateway has them. */
export type AttemptToCheck = { reference: string; amount: Sen };

/** A report that was parsed; nothing of it is verified yet. */
export type ParsedReport = {
  /** The attempt that it names; null if it names none. */
  reference: string | null;
  /** All its fields; `recordReport` decides what is stored. */
  fields: ReportedFields;
  /** Checks it against the attempt that it names. */
  verify(attempt: AttemptToCheck): VerifiedReport;
};

/** The parts of a callback's request that signatures cover. */
export type CallbackRequest = {
  /** The body as received, byte by byte. */
  raw: Buffer;
  /** The path, with `/api` and without the query. */
  path: string;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  receivedAt: Date;
};

/** The response to a notice of the gateway's server. */
export type CallbackReply = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** A callback in the API's OpenAPI document: its operation's name, the headers that it needs, and its JSON bodies. */
export type CallbackDocument = {
  name: string;
  summary: string;
  headers: readonly string[];
  body: GenericSchema;
  response: GenericSchema;
};

type Callback<Kind extends 'form' | 'json' | 'raw', Body> = {
  /** Below `/api`. */
  path: string;
  /** The form of a GET is its query. */
  method: 'GET' | 'POST';
  body: Kind;
  read(body: Body, request: CallbackRequest): ParsedReport;
  /** Answers the gateway's server. Null: the shopper's browser calls it, and is sent on to the order. */
  reply: ((verdict: Verdict | 'unknown_reference', request: CallbackRequest) => CallbackReply) | null;
  /** Null: not in the OpenAPI document, as it is not JSON. */
  document: CallbackDocument | null;
};

/** An address where the gateway reports payments. */
export type PaymentCallback =
  | Callback<'form', ReceivedFields>
  | Callback<'json', ReportedFields>
  | Callback<'raw', Buffer>;

/** The gateway's answer to an enquiry. */
export type EnquiryAnswer = {
  result: EnquiryResult;
  /** The gateway's answer in words, for staff. */
  text: string;
  /** All its fields; `recordReport` decides what is stored. */
  fields: ReportedFields;
  transaction_id?: string | null;
  /** Requests that the gateway got; one if absent. */
  requests?: number;
};

/** A refund to make by a call; the gateway executes each id at most once. */
export type GatewayRefund = {
  id: string;
  /** Sen; at most what the payment captured. */
  amount: Sen;
  payment: AttemptToCheck & { transaction_id: string | null };
};

/** `pending` is enquired about later. `not_found`: the gateway never received it. */
export type RefundAnswer =
  | { state: 'settled'; operator_reference: string }
  | { state: 'failed'; failure: string }
  | { state: 'pending' | 'not_found' };

/** Refunds by calls. Both throw if the gateway does not respond. */
export type RefundCalls = {
  send(refund: GatewayRefund): Promise<RefundAnswer>;
  enquire(refund: GatewayRefund): Promise<RefundAnswer>;
};

/**
 * A user of a provider's app, as the provider has verified them. Name, phone (E.164) and email only with their consent.
 */
export type MiniProgramUser = { id: string; name: string | null; phone: string | null; email: string | null };

/** The shop as a mini-program inside the provider's app. */
export type MiniProgram = {
  branch: Branch;
  /** Address of the script that connects a page with the app. */
  bridgeUrl: string;
  /** Origin of the stand-in's page that plays the app, which alone may frame the shop; null for the real app. */
  hostOrigin: string | null;
  /**
   * Exchanges the code that the app gives a page; null for a code that is wrong, used or expired. Throws if the
   * provider does not respond.
   */
  identify(code: string): Promise<MiniProgramUser | null>;
};

/** An account at a payment provider. */
export type PaymentGateway = {
  code: string;
  name: string;
  /** Addresses that the shopper's browser posts forms to. */
  formUrls: readonly string[];
  enquiries: EnquiryLimits;
  /** Names of reported fields that are never stored, such as the card's number; compared without case. */
  secretFields: readonly string[];
  callbacks: readonly PaymentCallback[];
  /** Reads the gateway's response that a client sends to `payments.hint`; null if no client does. */
  readHint: ((fields: ReceivedFields) => ParsedReport) | null;
  /** Starts a payment, or the same one again. Throws if the gateway does not respond. */
  start(request: PaymentRequest): Promise<PaymentStart>;
  /** Enquires about an attempt's result. Throws if the gateway does not respond. */
  enquire(attempt: AttemptToCheck): Promise<EnquiryAnswer>;
  /** A payment without a result is sent again under its own reference only, never under another one. */
  resumesAttempts: boolean;
  /** The mini-program inside which alone its methods are offered; null for a gateway outside mini-programs. */
  miniProgram: MiniProgram | null;
  /** Banks and wallets, by their numbers, that are not offered inside a branch, because its app pays by itself. */
  hiddenChannels: Readonly<Partial<Record<Branch, readonly string[]>>>;
  /** `portal`: staff make them at the provider and record them. */
  refunds: 'portal' | RefundCalls;
};

export type ConnectOptions = {
  config: Config;
  clock: () => Date;
  /** The address where the gateway's reports reach the shop. */
  shopUrl: () => string;
};

/** A payment provider that the shop can connect. */
export type PaymentProvider = {
  code: string;
  /** Names of its environment variables, for the start's warning. */
  settingNames: string;
  /** Connects the configured account; null without one. */
  connect(options: ConnectOptions): PaymentGateway | null;
  /** Starts a stand-in and connects an account at it. Port 0: any free one. */
  connectStandIn(
    options: ConnectOptions & { port: number },
  ): Promise<{ gateway: PaymentGateway; close(): Promise<void> }>;
};
