/** Payments at Touch 'n Go in tests: its stand-in in the test's process, which outlives the shop's, with fixed keys. */
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandIn } from '../../partners/stand-in.ts';
import { formatTngTime, signMessage } from '../../partners/tng/signature.ts';
import { createTngStandIn } from '../../partners/tng/stand-in.ts';
import { STAND_IN_PATH } from '../../partners/tng/stand-in-keys.ts';
import type { Behaviour, OutcomeName } from '../../partners/tng/stand-in-outcomes.ts';
import { type MadeProduct, makeProduct } from '../catalog/make-product.ts';
import { sendRequest, type TestResponse, type TestServer } from '../test-server.ts';
import { makeDistinctAddress } from './distinct-buyer.ts';
import { type ApiShopper, newShopper } from './shopper.ts';

export const TNG_NOTICE = '/payments/tng/notify';

/** Folder of keys, messages and signatures, made with OpenSSL (`signature.test.ts` has the commands). */
export const TNG_FIXTURES = join(import.meta.dirname, '../../partners/tng/fixtures');

const keyFile = (name: string): string => join(TNG_FIXTURES, `${name}.pem`);

/** The shop's account at the stand-in. */
export const TNG_ACCOUNT = { clientId: '2171020046160000', partnerId: '2171020046160001' };

type StoredPayment = { status: string; calls: number };

export type TngGateway = {
  url: string;
  /** Settings of a shop that pays at this gateway, with enquiries 2, 5, 10, 20 and 40 seconds after the start. */
  env: Record<string, string>;
  /** Chooses how the next call of this kind is answered, such as `pay`. */
  answerNext(call: string, behaviour: Behaviour): Promise<void>;
  /** Carries out an outcome of the app's payment sheet; returns the result that the page gets. */
  pay(paymentUrl: string, outcome: OutcomeName, delay?: number): Promise<{ resultCode: string | null }>;
  /** Consents as a user of the app; returns the code for the page. */
  consent(userId: string): Promise<string>;
  /** Reads the gateway's record of a payment or a refund, by the shop's id. */
  payment(id: string): Promise<StoredPayment | undefined>;
  refund(id: string): Promise<StoredPayment | undefined>;
  close(): Promise<void>;
};

/** Starts the stand-in on a free port. `clock` is the shop's, if a test moves it. */
export async function startTng(clock?: () => Date): Promise<TngGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-tng-'));
  const settings = {
    ...TNG_ACCOUNT,
    privateKey: readFileSync(keyFile('tng-1'), 'utf8'),
    shopKey: readFileSync(keyFile('shop.pub'), 'utf8'),
    file: join(folder, 'books.json'),
    shopUrl: 'http://localhost:1',
  };
  const { url, close } = await startStandIn(0, createTngStandIn(settings, clock));
  const callHost = async (path: string, body: object) => {
    const { status, body: answer } = await sendRequest(`${url}/host/${path}`, 'POST', { body });
    if (status !== 200) throw new Error(`/host/${path} answered ${status}`);
    return answer;
  };
  return {
    url,
    env: {
      TNG_CLIENT_ID: TNG_ACCOUNT.clientId,
      TNG_PARTNER_ID: TNG_ACCOUNT.partnerId,
      TNG_PRIVATE_KEY: keyFile('shop'),
      TNG_PUBLIC_KEYS: `1:${keyFile('tng-1.pub')},2:${readFileSync(join(TNG_FIXTURES, 'tng-2.pub.der.txt'), 'utf8')}`,
      TNG_URL: `${url}${STAND_IN_PATH}`,
      TNG_ENQUIRY_SECONDS: '2,5,10,20,40',
    },
    async answerNext(call, behaviour) {
      await callHost('next', { call, behaviour });
    },
    async pay(paymentUrl, outcome, delay) {
      const { id } = await callHost('payment', { paymentUrl });
      return callHost('pay', { id, outcome, ...(delay !== undefined && { delay }) });
    },
    consent: async (userId) => (await callHost('code', { userId })).authCode,
    payment: async (id) => (await callHost('books', {})).payments[id],
    refund: async (id) => (await callHost('books', {})).refunds[id],
    async close() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls as a page inside the mini-program does. */
export const callInsideTng = ({ api }: Pick<TestServer, 'api'>): Pick<TestServer, 'api'> => ({
  api: (method, path, options) =>
    api(method, path, { ...options, headers: { 'x-branch': 'tng', 'x-platform': 'TNG', ...options?.headers } }),
});

export type TngOrder = {
  shopper: ApiShopper;
  order: { id: string; order_number: string; view_token: string; grand_total: string };
  payment: { attempt: string; url: string };
  /** The total in sen, as Touch 'n Go writes amounts. */
  sen: string;
};

/** Places an order of RM50 inside the mini-program that is paid at Touch 'n Go. */
export async function placeInsideTng(
  server: Pick<TestServer, 'api' | 'db'>,
  product?: MadeProduct,
  customer?: { token: string },
): Promise<TngOrder> {
  const shopper = await newShopper(callInsideTng(server), customer);
  await shopper.fill([product ?? (await makeProduct(server.db, { price: 50_00, stock: 10 })), 1]);
  const cart = await shopper.prepare({ payment_method: 'tng', shipping_address: makeDistinctAddress() });
  const { status, body } = await shopper.place(cart);
  if (status !== 201) throw new Error(`No order was placed: ${status} ${body.message}`);
  const { order, payment } = body;
  return { shopper, order, payment, sen: String(order.grand_total).replace('.', '') };
}

export type TngNotice = {
  /** Fields instead of those of a paid notice about the attempt. */
  change?: object;
  at?: Date;
  /** Version of the key that the notice names, and the key that signs it. */
  keyVersion?: string;
  key?: 'tng-1' | 'tng-2' | 'shop';
  clientId?: string;
  /** Builds the body to send instead of the signed one. */
  sent?: (body: string) => string;
};

/** Reports a payment as Touch 'n Go's server does. */
export function sendTngNotice(
  url: string,
  { payment, sen }: Pick<TngOrder, 'sen'> & { payment: { attempt: string } },
  { change, at = new Date(), keyVersion = '1', key = 'tng-1', clientId = TNG_ACCOUNT.clientId, sent }: TngNotice = {},
): Promise<TestResponse> {
  const fields = {
    partnerId: TNG_ACCOUNT.partnerId,
    paymentId: `T${payment.attempt}`,
    paymentRequestId: payment.attempt,
    paymentAmount: { currency: 'MYR', value: sen },
    paymentResult: { resultStatus: 'S', resultCode: 'SUCCESS', resultMessage: 'success' },
    ...change,
  };
  const body = JSON.stringify(fields, null, 2);
  const time = formatTngTime(at);
  const signingKey = {
    version: keyVersion,
    privateKey: createPrivateKey(readFileSync(keyFile(key), 'utf8')),
    encoding: 'base64',
  } as const;
  const signature = signMessage({ path: `/api${TNG_NOTICE}`, clientId, time, body }, signingKey);
  const headers = { 'client-id': clientId, 'request-time': time, signature };
  return sendRequest(`${url}/api${TNG_NOTICE}`, 'POST', { body: sent?.(body) ?? body, headers });
}
