/** Touch 'n Go as one of the shop's payment providers, and its app around the shop (docs/partners.md#2). */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import type { EnquiryLimits } from '@shop/core/payments/enquiry-result';
import type { PaymentGateway, PaymentProvider } from '../payment-provider.ts';
import { runStandIn } from '../run-stand-in.ts';
import { createTngCallbacks, TNG_NOTIFY, TNG_RETURN } from './callbacks.ts';
import { createTngClient } from './client.ts';
import { enquirePayment, startPayment } from './payments.ts';
import { createRefundCalls } from './refunds.ts';
import type { TngSettings } from './settings.ts';
import { readOrMakeStandInKeys, STAND_IN_PATH } from './stand-in-keys.ts';
import { identifyUser } from './users.ts';

const PROVIDER_CODE = 'tng';

/** Fields that identify the payer, or that would open the payer's wallet. */
const SECRET_FIELDS = [
  'accessToken',
  'refreshToken',
  'authCode',
  'paymentAuthCode',
  'customerId',
  'userId',
  'loginId',
  'userLoginId',
  'payerAccount',
];

type TngConnection = {
  settings: TngSettings;
  enquiries: EnquiryLimits;
  clock: () => Date;
  shopUrl: () => string;
  /** Origin of the stand-in's page that plays the app; null for the real app. */
  hostOrigin: string | null;
};

function connectGateway({ settings, enquiries, clock, shopUrl, hostOrigin }: TngConnection): PaymentGateway {
  const call = createTngClient(settings, clock);
  const { partnerId, bridgeUrl } = settings;
  return {
    code: PROVIDER_CODE,
    name: 'Touch ’n Go eWallet',
    formUrls: [],
    enquiries,
    secretFields: SECRET_FIELDS,
    callbacks: createTngCallbacks(settings),
    readHint: null,
    start(request) {
      const returned = new URLSearchParams({ reference: request.reference, token: request.proof });
      return startPayment(call, partnerId, request, {
        notifyUrl: `${shopUrl()}/api${TNG_NOTIFY}`,
        returnUrl: `${shopUrl()}/api${TNG_RETURN}?${returned}`,
      });
    },
    enquire: (attempt) => enquirePayment(call, partnerId, attempt),
    resumesAttempts: true,
    miniProgram: { branch: 'tng', bridgeUrl, hostOrigin, identify: (code) => identifyUser(call, code) },
    hiddenChannels: {},
    refunds: createRefundCalls(call, partnerId),
  };
}

export const tngProvider: PaymentProvider = {
  code: PROVIDER_CODE,
  settingNames: 'TNG_CLIENT_ID, TNG_PARTNER_ID, TNG_PRIVATE_KEY and TNG_PUBLIC_KEYS',
  connect({ config: { tng }, clock, shopUrl }) {
    const { account: settings, enquiries } = tng;
    return settings && connectGateway({ settings, enquiries, clock, shopUrl, hostOrigin: null });
  },
  async connectStandIn({ config: { tng, dataDir, publicUrl }, clock, shopUrl, port }) {
    const account = { clientId: '2171020046160000', partnerId: '2171020046160001' };
    const { shop, tng: standIn } = await readOrMakeStandInKeys(join(dataDir, 'tng-stand-in-keys.json'));
    const { url, close } = await runStandIn({
      provider: PROVIDER_CODE,
      port,
      settings: {
        ...account,
        privateKey: standIn.privateKey,
        shopKey: shop.publicKey,
        file: join(dataDir, 'tng-stand-in.json'),
        shopUrl: publicUrl,
      },
    });
    const settings: TngSettings = {
      ...account,
      url: `${url}${STAND_IN_PATH}`,
      bridgeUrl: `${url}/web-view.js`,
      signingKey: { version: '1', privateKey: createPrivateKey(shop.privateKey), encoding: 'base64url' },
      publicKeys: new Map([['1', createPublicKey(standIn.publicKey)]]),
    };
    const hostOrigin = new URL(url).origin;
    return { gateway: connectGateway({ settings, enquiries: tng.enquiries, clock, shopUrl, hostOrigin }), close };
  },
};
