/** Checks the contents of the demo's folder and of a new shop's folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PLACEMENTS } from '@shop/core/content/banners';
import { LANGS } from '@shop/core/lang';
import { INFORMATION_PAGES, informationSlug, ROUTES } from '@shop/core/links/paths';
import { findPostcode } from 'malaysia-postcodes';
import { afterAll, describe, expect, test } from 'vitest';
import { segmentText, toTokens } from '../catalog/search/split-words.ts';

import { composeFacts } from '../information-pages/page-facts.ts';
import { renderPage } from '../information-pages/render-page.ts';

import { imageHash } from '../media/image-hash.ts';

import { testDatabase } from '../testing/database/test-database.ts';
import { applyFolder } from './apply-folder.ts';
import { checkPositions } from './parts/outlets.ts';
import { DEFAULT_FOLDER } from './prepare-shop.ts';
import { readSetup } from './read-setup.ts';
import type { ShopSetup } from './shop-setup.ts';

const DEMO_FOLDER = fileURLToPath(new URL('../../demo/shop', import.meta.url));
const database = await testDatabase();
afterAll(() => database.close());
const { db } = database;
const options = { now: new Date(), media: DEMO_FOLDER, dryRun: false, prune: true };

const demo = await readSetup(db);
const newShop = await (async () => {
  await applyFolder(db, DEFAULT_FOLDER, options);
  const setup = await readSetup(db);
  await applyFolder(db, DEMO_FOLDER, options);
  return setup;
})();

const hanzi = /\p{Script=Han}/u;
const stateNames = new Map(
  (await db.raw('select id, name_en from states')).rows.map(({ id, name_en }) => [String(id), name_en]),
);

function renderPages(setup: ShopSetup, lang: 'en' | 'zh') {
  return setup.pages.map((page) => {
    const { sections } = renderPage(page.source[lang] ?? '', lang, composeFacts(lang, setup));
    return { slug: page.slug, sections, text: sections.map(({ body }) => body).join(' ') };
  });
}
const readPageText = (setup: ShopSetup, slug: string, lang: 'en' | 'zh') =>
  renderPages(setup, lang).find((page) => page.slug === slug)?.text ?? '';

test('applying the demo again changes nothing', async () => {
  expect(await applyFolder(db, DEMO_FOLDER, options)).toEqual({ problems: [], notes: [], changes: [] });
});

test('no coupon has the code of a voucher', () => {
  const codes = demo.vouchers.map(({ code }) => code);
  expect(codes).toContain('SNEK5');
  expect(demo.promotions.flatMap(({ code }) => code ?? []).filter((code) => codes.includes(code))).toEqual([]);
});

test('every voucher of the demo has a picture of its own', () => {
  const pictures = demo.vouchers.map(({ image }) => image && imageHash(image));
  expect(pictures).not.toContain(null);
  expect(new Set(pictures).size).toBe(pictures.length);
});

test('all goods of the demo earn points, rice and oil too', () => {
  expect(demo.settings.loyalty.excluded_categories).toEqual([]);
});

test('the texts of a new shop do not mention the demo', () => {
  const folders = [DEFAULT_FOLDER, `${DEFAULT_FOLDER}/pages/en`, `${DEFAULT_FOLDER}/pages/zh`];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(`${folder}/${entry.name}`, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(file).not.toMatch(/sekampit|满袋|kampit|demo|klang-valley/i);
});

describe.each([
  ['the demo', demo],
  ['a new shop', newShop],
] as const)('%s', (_, setup) => {
  test('every information page has a text, and each section its own anchor', () => {
    const slugs = setup.pages.map(({ slug }) => slug);
    expect(slugs).toEqual(expect.arrayContaining(INFORMATION_PAGES.map(informationSlug)));
    for (const { slug, sections } of renderPages(setup, 'en')) {
      expect(sections.length, slug).toBeGreaterThan(0);
      expect(new Set(sections.map((section) => section.slug)).size, slug).toBe(sections.length);
      for (const section of sections) expect(section.slug).toMatch(/^[a-z0-9-]+$/);
    }
  });

  test('both languages everywhere, with the same anchors', () => {
    const english = renderPages(setup, 'en');
    for (const [index, { slug, sections }] of renderPages(setup, 'zh').entries()) {
      expect(
        sections.map((section) => section.slug),
        slug,
      ).toEqual(english[index]?.sections.map((section) => section.slug));
      for (const section of sections) {
        if (!section.body.includes('lang="ms"')) expect(section.title + section.body).toMatch(hanzi);
      }
    }
  });

  test('links lead to pages and sections that exist, Chinese ones in Chinese', () => {
    const routes = new Set<string>(Object.values(ROUTES));
    for (const lang of LANGS) {
      const pages = renderPages(setup, lang);
      const anchors = new Set(pages.flatMap(({ slug, sections }) => sections.map((each) => `/${slug}#${each.slug}`)));
      for (const { slug, text } of pages) {
        for (const [, href = ''] of text.matchAll(/href="(\/[^"]*)"/g)) {
          const [page = '', anchor] = href.replace('?lang=zh', '').split('#');
          expect(routes, `${slug}: ${href}`).toContain(page);
          if (anchor) expect(anchors, `${slug}: ${href}`).toContain(`${page}#${anchor}`);
          expect(href.includes('?lang=zh'), `${slug}: ${href}`).toBe(lang === 'zh');
        }
      }
    }
  });

  test('the sentences of docs/spec.md §1', () => {
    const all = renderPages(setup, 'en')
      .map(({ text }) => text)
      .join(' ');
    for (const sentence of [
      'Cash on delivery is offered',
      'ard details are not saved',
      'inal price and discount are decided',
      'bag fee may be added where law or the retailer requires it',
      'Choosing unattended delivery makes the customer responsible for theft or temperature damage.',
    ]) {
      expect(all.replace(/ \(RM1\.00 an order at present\)/, ''), sentence).toContain(sentence);
    }
    for (const slug of ['terms', 'delivery-policy', 'faq']) {
      expect(readPageText(setup, slug, 'zh')).toContain('选择无人签收，商品若失窃或因温度变化而变坏，由顾客自行负责');
    }
  });

  test('pages quote what the configuration owns, and repeat none of it', () => {
    for (const lang of LANGS) {
      const { values } = composeFacts(lang, setup);
      // The demo has the officer's name; without a name, pages show the title.
      const owned = [...values].filter(
        ([name, value]) => name !== 'shop' && name !== 'officer' && value.length >= 4 && !value.includes('\n'),
      );
      for (const { slug, title, description, source } of setup.pages) {
        const text = [title, description, source].map((each) => each[lang] ?? '').join('\n');
        for (const [name, value] of owned) {
          const words = value.replace(/^\[(.*)\]\(.*\)$/, '$1');
          expect(text.includes(words), `${lang}/${slug}.md: "${words}" is {{ ${name} }}`).toBe(false);
        }
      }
    }
  });

  test('without loyalty no page mentions points, coins or vouchers of members', () => {
    const { loyalty } = setup.settings;
    const without = { ...setup, settings: { ...setup.settings, loyalty: { ...loyalty, enabled: false } } };
    for (const lang of LANGS) {
      for (const { slug, sections } of renderPages(without, lang)) {
        const text = sections.map(({ title, body }) => `${title} ${body.replace(/<[^>]*>/g, ' ')}`).join(' ');
        expect(text, slug).not.toMatch(/\b(points|coins|tiers?)\b|积分|金币|会员等级/i);
      }
      expect(readPageText(setup, 'faq', lang)).toMatch(
        lang === 'en' ? /100 points take one ringgit off/ : /每 100 积分减 1 令吉/,
      );
    }
  });

  test.each<[string, (method: ShopSetup['payments'][number]) => boolean, RegExp]>([
    [
      'cash on delivery',
      ({ code }) => code !== 'cod',
      /cash on delivery|pay the driver|(paid|pay) in cash|nearest 5 sen|small notes|货到付款|以现金付|现金付款|5仙|小钞/i,
    ],
    [
      'online payments',
      ({ gateway }) => gateway === null,
      /(pay|paid) online|online (payment|order)|bank,|e-?wallet or|card you paid|save my card|payment provider|FPX|网上付款|付款服务商|发卡银行|电子钱包付款|退回您的电子钱包/i,
    ],
    [
      'the gateway of the mini-program',
      ({ gateway }) => gateway !== 'tng',
      /you pay (there )?with your eWallet|paid inside|pay inside the|Touch 'n Go|App 内(怎样)?付款：?|用电子钱包付款/i,
    ],
  ])('without %s no page promises it (docs/spec.md §1)', (_, isOffered, promise) => {
    const without = { ...setup, payments: setup.payments.filter(isOffered) };
    for (const lang of LANGS) {
      for (const { slug, sections } of renderPages(without, lang)) {
        for (const { title, body } of sections) {
          expect(`${title} ${body.replace(/<[^>]*>/g, ' ')}`, `${lang}/${slug}.md`).not.toMatch(promise);
        }
      }
      const terms = readPageText(setup, 'terms', lang) + readPageText(setup, 'faq', lang);
      expect(promise.test(terms)).toBe(setup.payments.some((method) => !isOffered(method)));
    }
  });

  test('a method that is switched off counts as none', () => {
    const without = { ...setup, payments: setup.payments.map((method) => ({ ...method, is_active: false })) };
    expect(readPageText(without, 'terms', 'en')).not.toMatch(/cash on delivery|pay online/i);
  });

  test('the texts know Touch ’n Go, and the privacy policy all that the shop receives from it and from the locator', () => {
    expect(readPageText(setup, 'privacy-policy', 'en')).toMatch(
      /Touch ’n Go account[^|]*: user ID, name, phone and email<\/td>.*Your position[^|]*Not stored<\/td>/s,
    );
    expect(readPageText(setup, 'privacy-policy', 'zh')).toMatch(
      /Touch ’n Go App 内登录时：用户编号、姓名、电话与电邮<\/td>.*您的位置[^|]*不保存<\/td>/s,
    );
    for (const lang of LANGS) {
      for (const slug of ['terms', 'privacy-policy']) expect(readPageText(setup, slug, lang)).toContain('Touch ’n Go');
      for (const slug of ['faq', 'help-center']) {
        const titles = renderPages(setup, lang).find((page) => page.slug === slug);
        expect(JSON.stringify(titles)).toContain(lang === 'en' ? 'Google or Touch ’n Go' : 'Google 或 Touch ’n Go');
      }
    }
  });

  test('the PDPA notice names controller, purposes, seven years and rights, and has a Malay version', () => {
    const text = readPageText(setup, 'privacy-policy', 'en');
    for (const word of [
      'data controller',
      'Purpose',
      '7 years',
      'corrected',
      'withdraw consent',
      '72 hours',
      'Date of birth',
      'WhatsApp',
      '180 days',
      '2024',
    ]) {
      expect(text).toContain(word);
    }
    expect(text).toContain(composeFacts('en', setup).values.get('officer'));
    expect(text).toContain('<div lang="ms"><p>Pengawal data');
  });

  test('every state is in exactly one zone, and every zone has standard delivery', () => {
    const states = setup.zones.flatMap((zone) => zone.states).toSorted();
    expect(states).toEqual(Array.from({ length: 16 }, (_, index) => `MY-${String(index + 1).padStart(2, '0')}`));
    const standard = setup.methods.find((method) => method.code === 'standard');
    expect(standard?.rates.map(({ zone }) => zone)).toEqual(setup.zones.map(({ code }) => code));
  });

  test('every way to pay is switched on; those online have banks or wallets by their number', () => {
    expect(setup.payments.every((method) => method.is_active)).toBe(true);
    for (const { gateway, channels } of setup.payments) expect(channels.length > 0).toBe(gateway === 'ipay88');
  });
});

describe('docs/partners.md#7, docs/ux.md#rule-40: what Malaysian law requires to be shown', () => {
  const { settings } = demo;
  test.each(['about-us', 'terms', 'privacy-policy', 'legal-notice'])(
    '%s names the business and how to reach it',
    (slug) => {
      for (const lang of LANGS) {
        const text = readPageText(demo, slug, lang);
        for (const fact of [
          settings.legal.business_name,
          settings.legal.registration_no[lang],
          settings.contact.email,
        ]) {
          expect(text).toContain(fact);
        }
        expect(text).toContain(settings.contact.address[lang]);
      }
    },
  );
});

test('the Malay summary of the privacy policy is in Malay alone, on the Chinese page too', () => {
  for (const lang of LANGS) {
    const text = readPageText(demo, 'privacy-policy', lang);
    const summary = text.slice(text.indexOf('<div lang="ms">'));
    expect(summary).toContain('Akta Perlindungan Data Peribadi 2010');
    expect(summary).toContain(demo.settings.contact.address.en);
    expect(summary).not.toMatch(/\p{Script=Han}/u);
  }
});

describe('the demo (docs/ux.md#4)', () => {
  test('fees in the pages are those of the delivery settings', () => {
    for (const lang of LANGS) {
      for (const amount of ['RM8.00', 'RM80.00', 'RM15.00', 'RM120.00', 'RM12.00', 'RM35.00']) {
        expect(readPageText(demo, 'delivery-policy', lang)).toContain(amount);
      }
    }
  });

  test('the answers know tiers, rewards and holidays of the configuration', () => {
    const faq = readPageText(demo, 'faq', 'en');
    for (const { name } of demo.tiers) expect(faq).toContain(`<td>${name.en}</td>`);
    expect(faq).toContain('500 coins (RM5.00) once your friend’s first order is complete');
    expect(readPageText(demo, 'delivery-policy', 'zh')).toContain(
      '<td>2026年12月25日</td><td>圣诞节</td><td>全天</td>',
    );
    expect(readPageText(demo, 'delivery-policy', 'en')).toContain(
      '<td>Kaamatan</td><td>Sabah, Sarawak &amp; Labuan</td>',
    );
    expect(readPageText(newShop, 'delivery-policy', 'en')).not.toContain('Public holidays');
  });

  test('more than twenty questions, each in a group', () => {
    const faq = renderPages(demo, 'zh').find(({ slug }) => slug === 'faq');
    expect(faq?.sections.length).toBeGreaterThan(20);
    for (const { group } of faq?.sections ?? []) expect(group).toMatch(hanzi);
  });

  test('docs/readings.md#21: the settings carry the spec’s own strings', () => {
    const { settings } = demo;
    expect(settings.site_subtitle.en).toBe('Loyalty Rewards & Online Store');
    expect(settings.office_hours.en).toBe('Mon-Fri 8:30 am - 6:00 pm');
    expect([settings.founded, settings.outlets_count.en]).toEqual([2001, 'more than 700 outlets']);
    expect(settings.category_size).toBe(280);
    expect(settings.announcement.text.en).toContain(settings.announcement.highlight.en);
  });

  test('a banner in each place, in both languages; the referral one waits for its page', () => {
    expect(new Set(demo.banners.map(({ placement }) => placement))).toEqual(new Set(PLACEMENTS));
    expect(demo.banners.filter((banner) => !banner.is_active).map((banner) => banner.link)).toEqual(['/refer']);
    for (const { title, description, cta } of demo.banners) {
      for (const text of [title, description, cta]) expect(text.zh).toMatch(hanzi);
    }
  });

  test('docs/ux.md#rule-33: FPX, e-wallet, card, cash on delivery', () => {
    expect(demo.payments.map((method) => method.code)).toEqual(['fpx', 'ewallet', 'tng', 'card', 'cod']);
    expect(JSON.stringify(demo.payments)).toContain('令吉');
  });

  test('delivery is free by amount, or by 20 items; slots 10–12, 12–2, 2–4, 4–6, 6–8', () => {
    const standard = demo.methods.find(({ code }) => code === 'standard');
    expect(standard?.rates.map(({ zone, fee, free_shipping }) => [zone, fee, free_shipping[0]?.min_amount])).toEqual([
      ['east-malaysia', 1500, 12000],
      ['klang-valley', 800, 8000],
      ['peninsular', 800, 8000],
      ['tioman', 2000, 25000],
    ]);
    expect(
      demo.methods.flatMap((method) => method.rates).some((rate) => rate.free_shipping[0]?.min_quantity === 20),
    ).toBe(true);
    for (const { slots } of demo.methods) {
      expect(slots.map((slot) => [slot.starts_minute / 60, slot.ends_minute / 60])).toEqual([
        [10, 12],
        [12, 14],
        [14, 16],
        [16, 18],
        [18, 20],
      ]);
    }
  });

  test('holidays of 2026 and 2027 in both languages, Harvest Festivals in East Malaysia only', () => {
    const { delivery_holidays } = demo.settings;
    expect(new Set(delivery_holidays.map(({ date }) => date)).size).toBe(delivery_holidays.length);
    for (const { date, name_zh } of delivery_holidays) {
      expect(date).toMatch(/^202[67]-/);
      expect(name_zh).toMatch(/\p{Script=Han}/u);
    }
    const find = (name: string) => delivery_holidays.find(({ name_en }) => name_en === name);
    expect(find('Kaamatan')).toMatchObject({ date: '2027-05-30', zones: ['east-malaysia'] });
    expect(find("Chinese New Year's Eve")?.windows).toEqual([{ starts_minute: 960, ends_minute: 1440 }]);
  });

  test('has 700 outlets with unique codes, in the state of their postcode', () => {
    expect(new Set(demo.outlets.map((outlet) => outlet.code)).size).toBe(700);
    expect(new Set(demo.outlets.map((outlet) => outlet.state)).size).toBe(16);
    expect(checkPositions(demo.outlets)).toEqual([]);
    for (const outlet of demo.outlets) {
      const state = findPostcode(outlet.postcode).state?.replace('Wp', 'W.P.');
      expect(stateNames.get(outlet.state), outlet.code).toBe(state);
      expect(outlet.phone).toMatch(/^60(3\d{8}|[4-9]\d{7})$/);
      expect(outlet.hours.map((day) => day.day)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    }
    expect(demo.outlets.find(({ code }) => code === 'KTN01')?.hours[5]?.spans).toEqual([
      { opens: '08:00', closes: '12:45' },
      { opens: '14:30', closes: '22:00' },
    ]);
  });
});

describe('synonyms', () => {
  const toTermKey = (term: string) => toTokens(segmentText(term)).join(' ');

  test('every group has at least two terms, each once', () => {
    expect(demo.synonyms.length).toBeGreaterThan(150);
    for (const terms of demo.synonyms) {
      expect(terms.length, terms.join()).toBeGreaterThan(1);
      expect(
        terms.every((term) => toTermKey(term) !== ''),
        terms.join(),
      ).toBe(true);
      expect(new Set(terms).size, terms.join()).toBe(terms.length);
    }
  });

  test('no two groups have all their terms in common', () => {
    const keys = demo.synonyms.map((terms) => [...new Set(terms.map(toTermKey))].toSorted().join('|'));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('single characters have no synonyms inside other words', () => {
    expect(demo.synonyms.flat().filter((term) => [...term].length === 1)).toEqual(['素']);
  });
});
