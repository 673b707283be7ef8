/** iPay88 as one of the shop's payment providers (docs/partners.md#1). */
import { join } from 'node:path';
import type { EnquiryLimits } from '@shop/core/payments/enquiry-result';
import type {
  AttemptToCheck,
  ParsedReport,
  PaymentGateway,
  PaymentProvider,
  ReceivedFields,
} from '../payment-provider.ts';
import { runStandIn } from '../run-stand-in.ts';
import { createIPay88Gateway, IPAY88_NOTICE, IPAY88_RETURN } from './ipay88.ts';
import type { IPay88Settings } from './settings.ts';

const PROVIDER_CODE = 'ipay88';

/** Touch 'n Go eWallet (docs/partners.md#1.7). */
const TNG_CHANNEL = '538';

/**
 * Card data: `CCName` the holder, `CCNo` the number, `Optional` the type and expiry, if the request included them
 * (docs/partners.md#1.5).
 */
const SECRET_FIELDS = ['CCName', 'CCNo', 'Optional'];

function connectGateway(settings: IPay88Settings, enquiries: EnquiryLimits, shopUrl: () => string): PaymentGateway {
  const gateway = createIPay88Gateway(settings, shopUrl);
  const read = (fields: ReceivedFields): ParsedReport => ({
    reference: gateway.referenceOf(fields),
    fields,
    verify: (attempt: AttemptToCheck) => gateway.verify(fields, attempt),
  });
  return {
    code: PROVIDER_CODE,
    name: 'iPay88',
    formUrls: [settings.url],
    enquiries,
    secretFields: SECRET_FIELDS,
    callbacks: [
      // A form of another site, posted by the shopper's browser; no session comes with it (docs/partners.md#1.5).
      { path: IPAY88_RETURN, method: 'POST', body: 'form', read, reply: null, document: null },
      {
        path: IPAY88_NOTICE,
        method: 'POST',
        body: 'form',
        read,
        reply: (verdict) => ({
          status: verdict === 'paid' ? 200 : 400,
          headers: { 'content-type': 'text/plain' },
          body: verdict === 'paid' ? 'RECEIVEOK' : 'INVALID',
        }),
        document: null,
      },
    ],
    readHint: read,
    start: async (request) => ({ to: 'form', form: gateway.form(request) }),
    async enquire(attempt) {
      const { result, text, requests } = await gateway.enquire(attempt);
      return { result, text, requests, fields: { answer: text } };
    },
    resumesAttempts: false,
    miniProgram: null,
    hiddenChannels: { tng: [TNG_CHANNEL] },
    refunds: 'portal',
  };
}

export const ipay88Provider: PaymentProvider = {
  code: PROVIDER_CODE,
  settingNames: 'IPAY88_MERCHANT_CODE and IPAY88_MERCHANT_KEY',
  connect({ config: { ipay88 }, shopUrl }) {
    return ipay88.account && connectGateway(ipay88.account, ipay88.enquiries, shopUrl);
  },
  async connectStandIn({ config: { ipay88, dataDir }, shopUrl, port }) {
    const account = { merchantCode: 'M00003', merchantKey: 'stand-in' };
    const { url, close } = await runStandIn({
      provider: PROVIDER_CODE,
      port,
      settings: { account, file: join(dataDir, 'ipay88-stand-in.json') },
    });
    return { gateway: connectGateway({ ...account, url }, ipay88.enquiries, shopUrl), close };
  },
};
