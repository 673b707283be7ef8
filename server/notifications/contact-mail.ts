/** Composes the two mails of a contact message: the reference for its sender, and the message for the shop. */

import { textIn } from '@shop/core/lang';
import type { ContactTicket } from '../content/contact-us.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { escapeHtml, panel } from './mail-layout.ts';
import { headerText, plainMail, type ShopFacts } from './mail-parts.ts';
import { mailWord } from './messages.ts';

/**
 * Composes the mail with the reference, in the sender's language. Repeats nothing of the message: the address may be
 * someone else's, and the shop's mail must not carry a stranger's words.
 */
export function contactReceivedMail(ticket: ContactTicket, settings: ShopFacts): Mail {
  const { lang, reference } = ticket;
  const shop = textIn(lang, settings.site_title.en, settings.site_title.zh);
  const paragraphs = [
    mailWord(lang, 'contact.intro', { reference }),
    mailWord(lang, 'contact.answer'),
    mailWord(lang, 'contact.not_you'),
  ];
  return {
    to: headerText(ticket.email),
    subject: headerText(mailWord(lang, 'contact.subject', { shop, reference })),
    ...plainMail(lang, mailWord(lang, 'contact.title'), settings, paragraphs),
    messageId: `contact-received.${ticket.id}`,
  };
}

/**
 * Composes the copy of a message and its photos for the shop, in English except the message; a reply goes to its
 * sender.
 */
export function contactCopyMail(ticket: ContactTicket, photos: readonly Uint8Array[], settings: ShopFacts): Mail {
  const facts = [
    mailWord('en', 'contact.copy_from', { name: ticket.name, email: ticket.email }),
    ...(ticket.contact_number === null ? [] : [mailWord('en', 'contact.copy_phone', { phone: ticket.contact_number })]),
    ...(ticket.order_number === null ? [] : [mailWord('en', 'contact.copy_order', { number: ticket.order_number })]),
    mailWord('en', 'contact.copy_subject', { subject: ticket.subject }),
    mailWord('en', 'contact.copy_language', { language: ticket.lang === 'zh' ? 'Chinese' : 'English' }),
  ];
  const title = mailWord('en', 'contact.copy_title', { reference: ticket.reference });
  return {
    to: headerText(settings.contact.email),
    replyTo: headerText(ticket.email),
    subject: headerText(title),
    ...plainMail(
      'en',
      title,
      settings,
      [facts.join('\n'), { text: ticket.message, html: panel(escapeHtml(ticket.message)) }],
      { small: [] },
    ),
    attachments: photos.map((content, index) => ({ name: `photo-${index + 1}.jpg`, type: 'image/jpeg', content })),
    messageId: `contact-copy.${ticket.id}`,
  };
}
