/**
 * Sends mails over SMTP. A circuit breaker pauses sending while the server does not respond (docs/security.md#c8); the
 * jobs retry.
 */
import { createBreaker } from '../breaker.ts';
import type { Mailer } from './mailer.ts';
import { composeMessage } from './message.ts';

/** Connections to reuse, and how long an idle one stays open. */
const MAX_CONNECTIONS = 10;
const IDLE_MS = 3_000;
const CONNECT_MS = 1_000;
const RESPONSE_MS = 5_000;

/** Makes a mailer of the server at `url`, such as `smtps://user:password@mail.example`. */
export function createSmtpMailer(url: string, from: string, clock: () => Date): Mailer {
  // Imported when the first mail is sent, to keep startup fast.
  const connect = async () =>
    (await import('nodemailer')).createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      idleTimeout: IDLE_MS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: RESPONSE_MS,
      socketTimeout: RESPONSE_MS,
      dnsTimeout: CONNECT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport: ReturnType<typeof connect> | undefined;
  const breaker = createBreaker('The mail server');
  return {
    async send(mail) {
      transport ??= connect();
      const server = await transport;
      const message = { envelope: { from, to: mail.to }, raw: composeMessage(mail, from, clock()) };
      await breaker(() => server.sendMail(message));
    },
  };
}
