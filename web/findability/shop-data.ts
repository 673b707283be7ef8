/** The shop itself as schema.org describes it, and its information pages. */

import { htmlLang } from '@shop/core/lang';
import { homePath } from '@shop/core/links/paths';
import { addressOf, answersOf, breadcrumbs, type DataPage, type Thing } from './data-page.ts';

/** Who sells here, with what the law wants said (docs/ux.md#rule-40), and how to search the shop. */
export function shopData(page: DataPage): Thing[] {
  const [settings] = answersOf(page, 'content.settings');
  if (settings === undefined) return [];
  const { contact, legal } = settings;
  const home = addressOf(page, homePath());
  const shop = `${page.origin}/#shop`;
  return [
    {
      '@type': 'WebSite',
      '@id': `${page.origin}/#site`,
      name: settings.siteTitle,
      alternateName: settings.siteSubtitle,
      url: home,
      inLanguage: htmlLang(page.lang),
      publisher: { '@id': shop },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: addressOf(page, '/products?keyword={search_term_string}'),
        },
        'query-input': 'required name=search_term_string',
      },
    },
    {
      '@type': ['Organization', 'GroceryStore'],
      '@id': shop,
      name: settings.siteTitle,
      legalName: legal.business_name,
      identifier: legal.registration_no,
      url: home,
      logo: new URL(settings.logo.thumbnail, page.origin).href,
      image: new URL(settings.seo.ogImage.original, page.origin).href,
      description: settings.seo.metaDescription,
      foundingDate: String(settings.founded),
      email: contact.email,
      telephone: contact.phone,
      address: { '@type': 'PostalAddress', streetAddress: contact.address, addressCountry: 'MY' },
      currenciesAccepted: settings.currency,
    },
  ];
}

/** The page's place below the home page. */
export const informationData = (page: DataPage): Thing[] => [
  breadcrumbs(page, [{ name: page.said.title ?? page.said.fullTitle, path: page.said.path }]),
];

/** Questions with their answers. */
export function faqData(page: DataPage): Thing[] {
  const sections = answersOf(page, 'content.staticBlock').flatMap((block) => block.sections);
  const faq: Thing = {
    '@type': 'FAQPage',
    mainEntity: sections.map(({ title, body }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: body },
    })),
  };
  return [...(sections.length === 0 ? [] : [faq]), ...informationData(page)];
}
