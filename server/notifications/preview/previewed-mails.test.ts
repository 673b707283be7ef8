/** The preview has every mail (docs/design.md, "A kind of notification"). */
import { KIND_NAMES, NOTIFICATION_KINDS, type NotificationKind } from '@shop/core/notifications/kinds';
import { beforeAll, describe, expect, test } from 'vitest';
import { composeMessage } from '../../partners/mail/message.ts';
import { makeDistinctAddress, prepareOrder } from '../../testing/orders/distinct-buyer.ts';
import { testServer } from '../../testing/test-server.ts';
import { hasMail } from '../compose-mail.ts';
import { composePreviews, type MailSubject, type PreviewedMail } from './previewed-mails.ts';

const server = await testServer();
const NOW = new Date('2026-11-20T02:00:00Z');
const PREVIEW = { publicUrl: 'https://shop.example', secret: 'secret', now: NOW };

/** Mails that are no notifications: codes, contact messages, mails to the shop and to guests with an alert. */
const JOBS: Readonly<Record<Exclude<MailSubject, NotificationKind>, string>> = {
  code: 'code',
  'contact.received': 'contact-received',
  'contact.copy': 'contact-copy',
  'shop.news': 'shop-order',
  'shop.digest': 'shop-digest',
  'staff.notice': 'staff-new-device',
  'alert.requested': 'alert-confirm',
  'alert.due': 'guest-back-in-stock',
};

let mails: PreviewedMail[] = [];
beforeAll(async () => {
  expect(await composePreviews(server.db, PREVIEW)).toEqual([]);
  const { shopper, cart } = await prepareOrder(server, makeDistinctAddress());
  await shopper.place(cart);
  mails = await composePreviews(server.db, PREVIEW);
});

describe('the preview', () => {
  test('has a mail of each kind that COMPOSE_MAIL composes, in both languages, and of each job', () => {
    for (const lang of ['en', 'zh']) {
      const kinds = new Set(mails.filter((each) => each.lang === lang).map(({ about }) => about));
      expect([...kinds].filter((about) => !(about in JOBS)).sort()).toEqual(KIND_NAMES.filter(hasMail).sort());
    }
    for (const [about, name] of Object.entries(JOBS)) {
      expect(mails.some((each) => each.about === about && each.name === name)).toBe(true);
    }
  });

  test('names each mail once, and no two mails are the same', () => {
    const files = mails.map(({ name, lang }) => `${name}-${lang}`);
    expect(files).toHaveLength(new Set(files).size);
    expect(new Set(mails.map(({ mail, lang }) => `${mail.subject} ${mail.html} ${lang}`)).size).toBe(files.length);
  });

  test('has List-Unsubscribe with one click on mails of alerts and marketing, and on no other (RFC 8058)', () => {
    const isOptional = (about: MailSubject): boolean =>
      about in NOTIFICATION_KINDS
        ? ['alerts', 'marketing'].includes(NOTIFICATION_KINDS[about as NotificationKind].topic)
        : about === 'alert.due';
    for (const { about, name, lang, mail } of mails) {
      const [head = ''] = composeMessage(mail, 'shop@shop.example', NOW).split('\r\n\r\n');
      const headers = [/^List-Unsubscribe: <https:\/\/\S+>$/m, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m];
      const hasUnsubscribe = isOptional(about);
      expect([name, lang, ...headers.map((header) => header.test(head.replaceAll('\r', '')))]).toEqual([
        name,
        lang,
        hasUnsubscribe,
        hasUnsubscribe,
      ]);
      expect([name, head.includes('List-Unsubscribe')]).toEqual([name, hasUnsubscribe]);
    }
    expect(mails.filter(({ about }) => isOptional(about)).length).toBeGreaterThan(6);
  });
});
