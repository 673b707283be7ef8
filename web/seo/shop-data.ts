/** The shop and its information pages as schema.org items. */

import { toHtmlLang } from '@shop/core/lang';
import { homePath } from '@shop/core/links/paths';
import { buildBreadcrumbs, listResponses, type PageData, type SchemaObject, toAbsoluteUrl } from './page-data.ts';

/** Builds the shop as an organization, with the legally required details (docs/ux.md#rule-40), and its search. */
export function buildShopData(page: PageData): SchemaObject[] {
  const [settings] = listResponses(page, 'content.settings');
  if (settings === undefined) return [];
  const { contact, legal } = settings;
  const home = toAbsoluteUrl(page, homePath());
  const shop = `${page.origin}/#shop`;
  return [
    {
      '@type': 'WebSite',
      '@id': `${page.origin}/#site`,
      name: settings.siteTitle,
      alternateName: settings.siteSubtitle,
      url: home,
      inLanguage: toHtmlLang(page.lang),
      publisher: { '@id': shop },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: toAbsoluteUrl(page, '/products?keyword={search_term_string}'),
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

/** Builds the breadcrumbs of an information page, standard or added by the shop. */
export const buildInformationData = (page: PageData): SchemaObject[] => [
  buildBreadcrumbs(page, [{ name: page.head.title ?? page.head.fullTitle, path: page.head.path }]),
];

/** Builds the FAQ: questions with their answers. */
export function buildFaqData(page: PageData): SchemaObject[] {
  const sections = listResponses(page, 'content.staticBlock').flatMap((block) => block.sections);
  const faq: SchemaObject = {
    '@type': 'FAQPage',
    mainEntity: sections.map(({ title, body }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: body },
    })),
  };
  return [...(sections.length === 0 ? [] : [faq]), ...buildInformationData(page)];
}
