/** The two mails of a message to the shop: its reference to who wrote, and the message to the shop. */

import { textIn } from '../content/bilingual.ts';
import type { ContactTicket } from '../content/contact-us.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { escapeHtml, headerText, legalLines, type ShopFacts } from './mail-parts.ts';
import { mailWord } from './messages.ts';

/** The same paragraphs as text and as HTML. */
function bodies(lang: 'en' | 'zh', title: string, paragraphs: readonly string[], small: readonly string[]) {
  const html = `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f7f3ea;color:#1d2b24;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff">
<h1 style="font-size:22px">${escapeHtml(title)}</h1>
${paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')}
<p style="font-size:13px;color:#55625b">${small.map(escapeHtml).join('<br>')}</p>
</div></body></html>`;
  return { html, text: [title, ...paragraphs, small.join('\n')].join('\n\n') };
}

/**
 * Tells who wrote the reference of the message, in their language. Nothing of what they typed is repeated: the address may be
 * somebody else's, and the shop's mail must not carry a stranger's words there.
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
    ...bodies(lang, mailWord(lang, 'contact.title'), paragraphs, legalLines(settings, lang)),
    messageId: `contact-received.${ticket.id}`,
  };
}

/** Brings a message to the shop's own address, in English but for what was written; an answer goes to who wrote. */
export function contactCopyMail(ticket: ContactTicket, settings: ShopFacts): Mail {
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
    ...bodies('en', title, [facts.join('\n'), ticket.message], []),
    messageId: `contact-copy.${ticket.id}`,
  };
}
