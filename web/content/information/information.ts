/** Resolves and loads the text of an information page. */
import type { StaticBlock } from '@shop/contract/content';
import { INFORMATION_PAGES, type InformationPage, informationPath, informationSlug } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { fetchRequired, type PageRequest } from '../../page-loader.ts';
import { staticBlockQuery } from '../content-queries.ts';

/** Finds the information page of a path, without its trailing slash; 'aboutUs' for any other path. */
export function matchInformationPage(pathname: string): InformationPage {
  const path = pathname.replace(/\/+$/, '');
  return INFORMATION_PAGES.find((page) => informationPath(page) === path) ?? 'aboutUs';
}

const informationQuery = (page: PageRequest) =>
  staticBlockQuery(page.lang, informationSlug(matchInformationPage(page.url.pathname)));

/** Loads the text of a page; throws for the error boundary if it is missing. */
export async function requireText(page: PageRequest): Promise<null> {
  await fetchRequired(page, informationQuery(page));
  return null;
}

/** Loads the text of a page that has other content too; ignores a missing text, without which the page renders. */
export const prefetchText = (page: PageRequest): Promise<null> => fetchOptional(page, informationQuery(page));

/** Loads a text that has no information page of its own, by its slug; ignores a missing one. */
export const prefetchBlock = (page: PageRequest, slug: string): Promise<null> =>
  fetchOptional(page, staticBlockQuery(page.lang, slug));

async function fetchOptional(page: PageRequest, query: ReturnType<typeof staticBlockQuery>): Promise<null> {
  try {
    await page.queries.fetchQuery(query);
  } catch {
    page.queries.removeQueries({ queryKey: query.queryKey });
  }
  return null;
}

export function useInformation(): { name: InformationPage; block: StaticBlock | undefined } {
  const name = matchInformationPage(useLocation().pathname);
  const { data } = useQuery(staticBlockQuery(useLang(), informationSlug(name)));
  return { name, block: data };
}
