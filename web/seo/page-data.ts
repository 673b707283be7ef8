/** Input of the structured data: the page's head values and query data. */
import type { ResponseOf } from '@shop/contract/api/client';
import type { ShopperEndpointName } from '@shop/contract/api/endpoint-paths';
import type { Lang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import type { QueryClient } from '@tanstack/react-query';
import type { T } from '../i18n/MessagesProvider.tsx';
import type { HeadContent } from './head-context.ts';

export type PageData = { head: HeadContent; queries: QueryClient; lang: Lang; origin: string; t: T };

/** A schema.org item. */
export type SchemaObject = { '@type': string | string[]; [property: string]: unknown };

/** Returns all cached responses of an endpoint, pages of a list one by one. */
export function listResponses<Name extends ShopperEndpointName>({ queries }: PageData, name: Name): ResponseOf<Name>[] {
  return queries
    .getQueriesData<ResponseOf<Name> | { pages: ResponseOf<Name>[] }>({ queryKey: [name] })
    .flatMap(([, data]) => {
      if (data === undefined) return [];
      return typeof data === 'object' && data !== null && 'pages' in data ? data.pages : [data];
    });
}

/** Makes a path absolute, in the page's language. */
export const toAbsoluteUrl = ({ origin, lang }: PageData, path: string): string => `${origin}${withLang(path, lang)}`;

/** Builds breadcrumbs that start at the home page: names with paths, the page itself last. */
export function buildBreadcrumbs(page: PageData, crumbs: readonly { name: string; path: string }[]): SchemaObject {
  const allCrumbs = [{ name: page.t('layout.home'), path: '/' }, ...crumbs];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: allCrumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: toAbsoluteUrl(page, path),
    })),
  };
}
