/** An outlet as a schema.org item. */
import { locatorPath, storePath } from '@shop/core/links/paths';
import type { OpenSpan } from '@shop/core/stores/opening';
import { buildBreadcrumbs, listResponses, type PageData, type SchemaObject, toAbsoluteUrl } from './page-data.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const toOpeningHours = ({ opens, closes }: OpenSpan, when: Record<string, unknown>): SchemaObject => ({
  '@type': 'OpeningHoursSpecification',
  ...when,
  opens,
  // schema.org's day ends at 23:59.
  closes: closes === '24:00' ? '23:59' : closes,
});

/** Builds a store with its weekly hours and the hours of single days. */
export function buildStoreData(page: PageData): SchemaObject[] {
  const store = listResponses(page, 'stores.one').find(({ id }) => storePath(id) === page.head.path);
  if (store === undefined) return [];
  const { name, hours, exceptions, image } = store;
  const [settings] = listResponses(page, 'content.settings');
  return [
    {
      '@type': 'GroceryStore',
      '@id': `${page.origin}${storePath(store.id)}#store`,
      name,
      url: toAbsoluteUrl(page, storePath(store.id)),
      image: new URL(image?.original ?? settings?.seo.ogImage.original ?? '/', page.origin).href,
      telephone: `+${store.phone}`,
      address: {
        '@type': 'PostalAddress',
        streetAddress: store.street_address,
        postalCode: store.postcode,
        addressLocality: store.city,
        addressRegion: store.state,
        addressCountry: 'MY',
      },
      geo: { '@type': 'GeoCoordinates', latitude: store.lat, longitude: store.lng },
      openingHoursSpecification: hours.flatMap(({ day, spans }) =>
        spans.map((span) => toOpeningHours(span, { dayOfWeek: `https://schema.org/${DAYS[day]}` })),
      ),
      specialOpeningHoursSpecification: exceptions.flatMap(({ date, spans }) => {
        const when = { validFrom: date, validThrough: date };
        return spans.length === 0
          ? [toOpeningHours({ opens: '00:00', closes: '00:00' }, when)]
          : spans.map((span) => toOpeningHours(span, when));
      }),
      parentOrganization: { '@id': `${page.origin}/#shop` },
    },
    buildBreadcrumbs(page, [
      { name: page.t('layout.stores'), path: locatorPath() },
      { name, path: storePath(store.id) },
    ]),
  ];
}

/** Builds the breadcrumbs of the store locator. */
export const buildLocatorData = (page: PageData): SchemaObject[] => [
  buildBreadcrumbs(page, [{ name: page.t('layout.stores'), path: page.head.path }]),
];
