/**
 * A mail as servers and mail programs read it (RFC 5322 and 2045): headers, and its text and HTML as alternatives. Its
 * bytes are made here for file and server alike, in one go: through nodemailer's streams they cost seven times as much.
 */
import { encode, wrap } from 'nodemailer/lib/qp';
import { type Mail, messageIdHeader } from './mailer.ts';

/** Stands in no part: what is quoted-printable never has `=_`. */
const BOUNDARY = '=_alternative';

/** Characters of one encoded word: of up to four bytes each, they fit into the 76 letters that RFC 2047 allows a line. */
const WORD = /.{1,9}/gsu;

/** A text in a header; what is more than ASCII stands in encoded words, each on a line of its own. */
function headerWords(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const words = text.match(WORD) ?? [];
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** A sender such as `Shop <hello@shop.example>`, or an address alone. */
function sender(from: string): string {
  const named = /^\s*"?(.*?)"?\s*(<[^<>]+>)\s*$/.exec(from);
  return named === null || /^[ -~]*$/.test(from) ? from : `${headerWords(named[1] ?? '')} ${named[2]}`;
}

/** The time as mails have it: `Sun, 22 Nov 2026 03:01:01 +0000`. */
const mailDate = (at: Date): string => at.toUTCString().replace('GMT', '+0000');

const part = (type: string, content: string): string[] => [
  `--${BOUNDARY}`,
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: quoted-printable',
  '',
  wrap(encode(content.replace(/\r?\n/g, '\r\n'))),
];

/** The whole message, its lines ended by CR and LF. `from` is the shop, `at` when it is sent. */
export function messageOf(mail: Mail, from: string, at: Date): string {
  return [
    `From: ${sender(from)}`,
    `To: ${mail.to}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${mail.replyTo}`]),
    `Subject: ${headerWords(mail.subject)}`,
    `Message-ID: ${messageIdHeader(mail, from)}`,
    `Date: ${mailDate(at)}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
    '',
    ...part('text/plain', mail.text),
    ...part('text/html', mail.html),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
}
