/** Sending mails: over SMTP where `SMTP_URL` says so, else into files of the data folder that `/dev/inbox` shows. */

/** A mail, whole. */
export type Mail = {
  to: string;
  /** Whom an answer goes to; the shop unless said. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Derived from what the mail is about, so that sending it again is sending the same: `order-placed.1234`. */
  messageId: string;
};

export type Mailer = {
  /** Sends it, or throws; sending the same mail twice is harmless. */
  send(mail: Mail): Promise<void>;
};

/** The header of a mail's id: unique in the world by the sender's domain. */
export function messageIdHeader(mail: Mail, from: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${mail.messageId}@${domain}>`;
}
