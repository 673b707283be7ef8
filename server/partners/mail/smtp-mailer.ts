/** Mails over SMTP. A server that does not answer is left alone for a while (reliability C8); the jobs try again. */
import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { type Mailer, messageIdHeader } from './mailer.ts';

const CONNECT_MS = 1_000;
const ANSWER_MS = 5_000;
const FAILURES = 5;
const OPEN_MS = 30_000;

/** A mailer of the server that `url` names, such as `smtps://user:password@mail.example`. */
export function smtpMailer(url: string, from: string): Mailer {
  // Loaded with the first mail: a start should not wait for it.
  const connect = async () =>
    (await import('nodemailer')).createTransport({
      url,
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
      const { to, replyTo, subject, text, html } = mail;
      transport ??= connect();
      const server = await transport;
      await breaker.execute(() =>
        server.sendMail({ from, to, replyTo, subject, text, html, messageId: messageIdHeader(mail, from) }),
      );
    },
  };
}
