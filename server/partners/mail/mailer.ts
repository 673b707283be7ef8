/** Sends mails: over SMTP if `SMTP_URL` is set, else into files that `/dev/inbox` shows. */

/** `name`: a plain file name such as `photo-1.jpg`. `type`: a media type. */
export type MailAttachment = { name: string; type: string; content: Uint8Array };

export type Mail = {
  to: string;
  /** Reply-To; the shop by default. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly MailAttachment[];
  /** The address that ends these mails without signing in (RFC 8058); only marketing and alerts have one. */
  unsubscribe?: { url: string };
  /** Derived from the subject matter, so that a retry is the same mail: `order-placed.1234`. */
  messageId: string;
};

export type Mailer = {
  /** Sends a mail or throws; sending the same mail twice is harmless. */
  send(mail: Mail): Promise<void>;
};

/** Formats the Message-ID header: globally unique by the sender's domain. */
export function formatMessageId(mail: Mail, from: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${mail.messageId}@${domain}>`;
}
