/**
 * Formats a mail (RFC 5322 and 2045): headers, and text and HTML as alternatives. Built here in one piece, for the file
 * mailer and the mail server: nodemailer's streams cost seven times as much.
 */
import { encode, wrap } from 'nodemailer/lib/qp';
import { formatMessageId, type Mail, type MailAttachment } from './mailer.ts';

/** Part boundaries: neither quoted-printable text nor Base64 contains `=_`. */
const ALTERNATIVE_BOUNDARY = '=_alternative';
const MIXED_BOUNDARY = '=_mixed';

/** Letters of Base64 per line (RFC 2045). */
const BASE64_LINE_LENGTH = /.{1,76}/g;

/** Characters per encoded word: at four bytes each they fit into the 76 letters of a line (RFC 2047). */
const HEADER_WORD = /.{1,9}/gsu;

/** Encodes a header text; text beyond ASCII becomes encoded words, one per line. */
function encodeHeader(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const words = text.match(HEADER_WORD) ?? [];
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** Formats a sender such as `Shop <hello@shop.example>`, or an address alone. */
function formatSender(from: string): string {
  const match = /^\s*"?(.*?)"?\s*(<[^<>]+>)\s*$/.exec(from);
  return match === null || /^[ -~]*$/.test(from) ? from : `${encodeHeader(match[1] ?? '')} ${match[2]}`;
}

/** Formats a date header: `Sun, 22 Nov 2026 03:01:01 +0000`. */
const formatMailDate = (at: Date): string => at.toUTCString().replace('GMT', '+0000');

const formatPart = (type: string, content: string): string[] => [
  `--${ALTERNATIVE_BOUNDARY}`,
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: quoted-printable',
  '',
  wrap(encode(content.replace(/\r?\n/g, '\r\n'))),
];

/**
 * Formats the headers of one-click unsubscribing (RFC 8058). Throws for an address that is not http(s) or has a line
 * break; `<`, `>` and spaces become percent codes.
 */
function formatUnsubscribeHeaders({ unsubscribe }: Mail): string[] {
  if (unsubscribe === undefined) return [];
  const { protocol, href } = new URL(unsubscribe.url);
  if (/[\r\n]/.test(unsubscribe.url) || !/^https?:$/.test(protocol)) {
    throw new Error('The unsubscribe address of a mail is not a web address');
  }
  return [`List-Unsubscribe: <${href}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'];
}

/** Formats the two texts of a mail, with the headers of their part. */
const formatAlternatives = ({ text, html }: Mail): string[] => [
  `Content-Type: multipart/alternative; boundary="${ALTERNATIVE_BOUNDARY}"`,
  '',
  ...formatPart('text/plain', text),
  ...formatPart('text/html', html),
  `--${ALTERNATIVE_BOUNDARY}--`,
  '',
];

const formatAttachment = ({ name, type, content }: MailAttachment): string[] => [
  `--${MIXED_BOUNDARY}`,
  `Content-Type: ${type}`,
  `Content-Disposition: attachment; filename="${name}"`,
  'Content-Transfer-Encoding: base64',
  '',
  ...(Buffer.from(content).toString('base64').match(BASE64_LINE_LENGTH) ?? []),
];

/** Formats the body: the texts, and attachments after them. */
function composeBody(mail: Mail): string[] {
  const { attachments = [] } = mail;
  if (attachments.length === 0) return formatAlternatives(mail);
  return [
    `Content-Type: multipart/mixed; boundary="${MIXED_BOUNDARY}"`,
    '',
    `--${MIXED_BOUNDARY}`,
    ...formatAlternatives(mail),
    ...attachments.flatMap(formatAttachment),
    `--${MIXED_BOUNDARY}--`,
    '',
  ];
}

/** Formats the whole message with CRLF line ends. `from` is the shop, `at` the time of sending. */
export function composeMessage(mail: Mail, from: string, at: Date): string {
  return [
    `From: ${formatSender(from)}`,
    `To: ${mail.to}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${mail.replyTo}`]),
    `Subject: ${encodeHeader(mail.subject)}`,
    `Message-ID: ${formatMessageId(mail, from)}`,
    `Date: ${formatMailDate(at)}`,
    ...formatUnsubscribeHeaders(mail),
    'MIME-Version: 1.0',
    ...composeBody(mail),
  ].join('\r\n');
}
