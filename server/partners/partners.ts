/** The partners of this process: the real ones where the settings name them, else stand-ins where those are allowed. */
import type { Config } from '../config.ts';
import { createPushSender, type PushSender } from './fcm/fcm.ts';
import { createFcmStandIn, type DeliveredPush } from './fcm/stand-in.ts';
import { createGoogleClient, type GoogleSettings, type GoogleVerifier } from './google/google-client.ts';
import { createGoogleStandIn } from './google/stand-in.ts';
import { chainMessengers, type Messenger } from './message/messenger.ts';
import type { PaymentGateway, PaymentProvider } from './payment-provider.ts';
import { PAYMENT_PROVIDERS } from './payment-providers.ts';
import { createSmsMessenger } from './sms/sms.ts';
import { createSmsStandIn } from './sms/stand-in.ts';
import { type DeliveredMessage, startStandIn } from './stand-in.ts';
import { createWhatsAppStandIn } from './whatsapp/stand-in.ts';
import { type WebhookSettings, WHATSAPP_WEBHOOK } from './whatsapp/webhook.ts';
import { createWhatsAppMessenger } from './whatsapp/whatsapp.ts';

export type Partners = {
  /** Null: no codes, notices or order messages to phones. */
  messenger: Messenger | null;
  /** Receives WhatsApp's delivery reports; null without them. */
  whatsappWebhook: WebhookSettings | null;
  /** Null: no sign-in with Google. */
  google: GoogleVerifier | null;
  /** Null: no push notifications. */
  push: PushSender | null;
  /** Empty: no online payment. */
  gateways: readonly PaymentGateway[];
  /** Messages that the stand-ins delivered, newest first. */
  listDeliveredMessages(): readonly DeliveredMessage[];
  /** Notifications that the stand-in for FCM delivered, newest first. */
  listDeliveredPushes(): readonly DeliveredPush[];
  close(): Promise<void>;
};

/** Maximum number of messages that the stand-ins store. */
const MAX_DELIVERED = 500;

/**
 * Ports of the stand-ins, after the shop's own (docs/readings.md#39); payment providers take one each, in their order,
 * with room for five.
 */
const PORT_OFFSETS = { whatsapp: 1, google: 2, sms: 3, payment: 4, push: 9 };

/**
 * Connects the partners of the settings. `freePorts`: stand-ins take any free port, for tests. `shopUrl`: where a
 * payment gateway's reports reach the shop.
 */
export async function startPartners(
  config: Config,
  clock: () => Date,
  freePorts: boolean,
  shopUrl: () => string = () => config.publicUrl,
  providers: readonly PaymentProvider[] = PAYMENT_PROVIDERS,
): Promise<Partners> {
  const delivered: DeliveredMessage[] = [];
  const onDelivered = (message: DeliveredMessage) => {
    delivered.unshift(message);
    delivered.length = Math.min(delivered.length, MAX_DELIVERED);
  };
  const portOf = (partner: keyof typeof PORT_OFFSETS) => (freePorts ? 0 : config.port + PORT_OFFSETS[partner]);
  const running: { close(): Promise<void> }[] = [];

  let { whatsapp } = config;
  if (whatsapp === null && config.hasStandIns) {
    const token = 'stand-in';
    // In tests the shop's port is not known yet.
    const webhook = freePorts ? null : { appSecret: 'stand-in', verifyToken: 'stand-in' };
    const reports = webhook && { ...webhook, url: () => `http://localhost:${config.port}${WHATSAPP_WEBHOOK}` };
    const { url, close } = await startStandIn(
      portOf('whatsapp'),
      createWhatsAppStandIn({ token, clock, onDelivered, ...(reports && { webhook: reports }) }),
    );
    running.push({ close });
    whatsapp = {
      url,
      token,
      phoneId: '100000000000001',
      template: 'verification_code',
      orderTemplates: config.whatsappOrderTemplates,
      webhook,
    };
  }
  let { sms } = config;
  if (sms === null && config.hasStandIns) {
    const token = 'stand-in';
    const { url, close } = await startStandIn(portOf('sms'), createSmsStandIn(token, clock, onDelivered));
    running.push({ close });
    sms = { url, token };
  }
  let google: GoogleSettings | null = config.google;
  if (google === null && config.hasStandIns) {
    const client = { id: 'stand-in.apps.example', secret: 'stand-in' };
    const { url, close } = await startStandIn(
      portOf('google'),
      createGoogleStandIn(client, clock, () => google?.issuer ?? ''),
    );
    running.push({ close });
    google = {
      clientId: client.id,
      clientSecret: client.secret,
      appClientIds: { ios: 'stand-in-ios.apps.example', android: 'stand-in-android.apps.example' },
      issuer: url,
      authorizeUrl: `${url}/authorize`,
      tokenUrl: `${url}/token`,
      jwksUrl: `${url}/certs`,
    };
  }
  let { fcm } = config;
  let listDeliveredPushes: Partners['listDeliveredPushes'] = () => [];
  if (fcm === null && config.hasStandIns) {
    const phones = createFcmStandIn(clock, () => fcm?.url ?? '');
    const { url, close } = await startStandIn(portOf('push'), phones.answer);
    running.push({ close });
    fcm = { url, account: phones.account };
    listDeliveredPushes = phones.delivered;
  }
  const connectGateway = async (provider: PaymentProvider, index: number): Promise<PaymentGateway[]> => {
    const options = { config, clock, shopUrl };
    const gateway = provider.connect(options);
    if (gateway !== null) return [gateway];
    if (!config.hasStandIns) return [];
    const port = freePorts ? 0 : portOf('payment') + index;
    const standIn = await provider.connectStandIn({ ...options, port });
    running.push(standIn);
    return [standIn.gateway];
  };
  // In parallel: each stand-in is a process, which is slow to start.
  const gateways = (await Promise.all(providers.map(connectGateway))).flat();
  const messenger = chainMessengers([
    ...(whatsapp === null ? [] : [createWhatsAppMessenger(whatsapp)]),
    ...(sms === null ? [] : [createSmsMessenger(sms)]),
  ]);
  return {
    messenger,
    whatsappWebhook: whatsapp?.webhook ?? null,
    google: google === null ? null : createGoogleClient(google),
    push: fcm === null ? null : createPushSender(fcm, clock),
    gateways,
    listDeliveredMessages: () => delivered,
    listDeliveredPushes,
    close: async () => {
      await Promise.all(running.map((each) => each.close()));
    },
  };
}
