/**
 * Sends mails over SMTP. A circuit breaker pauses sending while the server does not respond (docs/security.md#c8); the
 * jobs retry.
 */
import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import type { Mailer } from './mailer.ts';
import { composeMessage } from './message.ts';

/** Connections to reuse, and how long an idle one stays open. */
const CONNECTIONS = 10;
const IDLE_MS = 3_000;
const CONNECT_MS = 1_000;
const ANSWER_MS = 5_000;
const FAILURES = 5;
const OPEN_MS = 30_000;

/** Makes a mailer of the server at `url`, such as `smtps://user:password@mail.example`. */
export function createSmtpMailer(url: string, from: string, clock: () => Date): Mailer {
  // Imported when the first mail is sent, to keep startup fast.
  const connect = async () =>
    (await import('nodemailer')).createTransport({
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      idleTimeout: IDLE_MS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: ANSWER_MS,
      socketTimeout: ANSWER_MS,
      dnsTimeout: CONNECT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport: ReturnType<typeof connect> | undefined;
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: OPEN_MS, breaker: new ConsecutiveBreaker(FAILURES) });
  return {
    async send(mail) {
      transport ??= connect();
      const server = await transport;
      const message = { envelope: { from, to: mail.to }, raw: composeMessage(mail, from, clock()) };
      await breaker.execute(() => server.sendMail(message));
    },
  };
}
