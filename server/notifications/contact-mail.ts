/** Composes the two mails of a contact message: the reference for its sender, and the message for the shop. */

import { textIn } from '@shop/core/lang';
import type { ContactTicket } from '../content/contact-us.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { drawPanel, escapeHtml } from './mail-layout.ts';
import { composePlainMail, requireHeaderText, type ShopFacts } from './mail-parts.ts';
import { formatMailText } from './mail-texts.ts';

/**
 * Composes the mail with the reference, in the sender's language. Repeats nothing of the message: the address may be
 * someone else's, and the shop's mail must not carry a stranger's words.
 */
export function composeContactReceivedMail(ticket: ContactTicket, settings: ShopFacts): Mail {
  const { lang, reference } = ticket;
  const shop = textIn(lang, settings.site_title.en, settings.site_title.zh);
  const paragraphs = [
    formatMailText(lang, 'contact.intro', { reference }),
    formatMailText(lang, 'contact.answer'),
    formatMailText(lang, 'contact.not_you'),
  ];
  return {
    to: requireHeaderText(ticket.email),
    subject: requireHeaderText(formatMailText(lang, 'contact.subject', { shop, reference })),
    ...composePlainMail(lang, formatMailText(lang, 'contact.title'), settings, paragraphs),
    messageId: `contact-received.${ticket.id}`,
  };
}

/**
 * Composes the copy of a message and its photos for the shop, in English except the message; a reply goes to its
 * sender.
 */
export function composeContactCopyMail(
  ticket: ContactTicket,
  photos: readonly Uint8Array[],
  settings: ShopFacts,
): Mail {
  const facts = [
    formatMailText('en', 'contact.copy_from', { name: ticket.name, email: ticket.email }),
    ...(ticket.contact_number === null
      ? []
      : [formatMailText('en', 'contact.copy_phone', { phone: ticket.contact_number })]),
    ...(ticket.order_number === null
      ? []
      : [formatMailText('en', 'contact.copy_order', { number: ticket.order_number })]),
    formatMailText('en', 'contact.copy_subject', { subject: ticket.subject }),
    formatMailText('en', 'contact.copy_language', { language: ticket.lang === 'zh' ? 'Chinese' : 'English' }),
  ];
  const title = formatMailText('en', 'contact.copy_title', { reference: ticket.reference });
  return {
    to: requireHeaderText(settings.contact.email),
    replyTo: requireHeaderText(ticket.email),
    subject: requireHeaderText(title),
    ...composePlainMail(
      'en',
      title,
      settings,
      [facts.join('\n'), { text: ticket.message, html: drawPanel(escapeHtml(ticket.message)) }],
      { small: [] },
    ),
    attachments: photos.map((content, index) => ({ name: `photo-${index + 1}.jpg`, type: 'image/jpeg', content })),
    messageId: `contact-copy.${ticket.id}`,
  };
}
