import { INFORMATION_PAGES, informationSlug, ROUTES } from '@shop/core/links/paths';
import sanitizeHtml from 'sanitize-html';
import { describe, expect, test } from 'vitest';
import { settings } from '../settings.ts';
import { staticBlocks } from './all.ts';
import { faq } from './faq.ts';
import { rate } from './text-block.ts';

const hanzi = /\p{Script=Han}/u;
const LANGS = ['en', 'zh'] as const;
const textOf = (slug: string, lang: 'en' | 'zh') =>
  (staticBlocks.find((block) => block.slug === slug)?.sections ?? []).map(({ body }) => body[lang]).join(' ');

test('every information page has a text, and each text and section a name of its own', () => {
  const slugs = staticBlocks.map(({ slug }) => slug);
  expect(slugs).toEqual(expect.arrayContaining(INFORMATION_PAGES.map(informationSlug)));
  expect(new Set(slugs).size).toBe(slugs.length);
  for (const { sections } of staticBlocks) {
    expect(new Set(sections.map(({ slug }) => slug)).size).toBe(sections.length);
    for (const { slug } of sections) expect(slug).toMatch(/^[a-z0-9-]+$/);
  }
});

test('both languages everywhere', () => {
  for (const { title, description, sections } of staticBlocks) {
    const texts = [
      title,
      description,
      ...sections.flatMap(({ title, body, group }) => [title, body, ...(group ? [group] : [])]),
    ];
    for (const text of texts) {
      expect(text.en.trim()).not.toBe('');
      // The Malay notice is the same in both, under a Chinese title.
      if (!text.zh.includes('lang="ms"')) expect(text.zh, text.en).toMatch(hanzi);
    }
  }
});

test('the HTML is what the sanitiser lets through, and well-formed', () => {
  const allowed = {
    allowedTags: ['p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    allowedAttributes: { a: ['href'], p: ['lang'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
  };
  const plain = (html: string) =>
    html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replace(/&amp;/g, '&');
  for (const { slug, sections } of staticBlocks) {
    for (const { body } of sections) {
      for (const lang of LANGS) expect(plain(sanitizeHtml(body[lang], allowed)), slug).toBe(plain(body[lang]));
    }
  }
});

test('links lead to pages and sections that exist, Chinese ones in Chinese', () => {
  const routes = new Set<string>(Object.values(ROUTES));
  const anchors = new Set(
    staticBlocks.flatMap(({ slug, sections }) => sections.map((each) => `/${slug}#${each.slug}`)),
  );
  for (const lang of LANGS) {
    for (const { slug } of staticBlocks) {
      for (const [, href = ''] of textOf(slug, lang).matchAll(/href="(\/[^"]*)"/g)) {
        const [page = '', anchor] = href.replace('?lang=zh', '').split('#');
        expect(routes, `${slug}: ${href}`).toContain(page);
        if (anchor) expect(anchors, `${slug}: ${href}`).toContain(`${page}#${anchor}`);
        expect(href.includes('?lang=zh'), `${slug}: ${href}`).toBe(lang === 'zh');
      }
    }
  }
});

describe('docs/partners.md#7, docs/ux.md#rule-40: what Malaysian law wants shown', () => {
  test.each(['about-us', 'terms', 'privacy-policy', 'legal-notice'])(
    '%s names the business and how to reach it',
    (slug) => {
      for (const lang of LANGS) {
        const text = textOf(slug, lang);
        for (const fact of [settings.legal.business_name, settings.legal.registration_no, settings.contact.email]) {
          expect(text).toContain(fact);
        }
        expect(text).toContain(settings.contact.address[lang]);
      }
    },
  );

  test('the PDPA notice says controller, purposes, seven years, rights, and comes in Malay too', () => {
    const text = textOf('privacy-policy', 'en');
    for (const word of ['data controller', 'Purpose', '7 years', 'corrected', 'withdraw consent', '72 hours']) {
      expect(text).toContain(word);
    }
    expect(text).toContain('<p lang="ms">Pengawal data');
  });

  test('the sentences of docs/spec.md §1', () => {
    const all = staticBlocks.map(({ slug }) => textOf(slug, 'en')).join(' ');
    for (const sentence of [
      'Cash on delivery is offered',
      'ard details are not saved',
      'inal price and discount are decided',
      'bag fee may be added where law or the retailer requires it',
      'Choosing unattended delivery makes the customer responsible for theft or temperature damage.',
    ]) {
      expect(all, sentence).toContain(sentence);
    }
    for (const slug of ['terms', 'delivery-policy', 'faq']) {
      expect(textOf(slug, 'zh')).toContain('选择无人签收配送，被盗或温度变化造成的损坏由顾客自行承担');
    }
  });

  test('fees are those of the delivery settings', () => {
    expect(rate('standard', 'klang-valley')).toEqual({ fee: 'RM8.00', free: 'RM80.00', items: null });
    for (const lang of LANGS) {
      const text = textOf('delivery-policy', lang);
      for (const amount of ['RM8.00', 'RM80.00', 'RM15.00', 'RM120.00', 'RM12.00', 'RM35.00']) {
        expect(text).toContain(amount);
      }
    }
  });
});

test('more than twenty questions, each in a group', () => {
  expect(faq.sections.length).toBeGreaterThan(20);
  for (const { group } of faq.sections) expect(group?.zh).toMatch(hanzi);
});
