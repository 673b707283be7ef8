/** An information page's text: which one it is, and what there is of it. */
import type { StaticBlock } from '@shop/contract/content';
import { INFORMATION_PAGES, type InformationPage, informationPath, informationSlug } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { type Page, required } from '../page.ts';
import { staticBlockQuery } from './content-queries.ts';

/** The page of an address; a slash at its end changes nothing. */
export function informationPageAt(pathname: string): InformationPage {
  const path = pathname.replace(/\/+$/, '');
  return INFORMATION_PAGES.find((page) => informationPath(page) === path) ?? 'aboutUs';
}

const queryOf = (page: Page) => staticBlockQuery(page.lang, informationSlug(informationPageAt(page.url.pathname)));

/** Fetches the text that a page consists of; its error boundary says where there is none. */
export async function requiredText(page: Page): Promise<null> {
  await required(page, queryOf(page));
  return null;
}

/** Fetches the text of a page that has more to show: where there is none, it is the page without it. */
export const optionalText = (page: Page): Promise<null> => fetchOptional(page, queryOf(page));

/** The same for a text that is no information page of its own, by its slug. */
export const blockOf = (page: Page, slug: string): Promise<null> =>
  fetchOptional(page, staticBlockQuery(page.lang, slug));

async function fetchOptional(page: Page, query: ReturnType<typeof staticBlockQuery>): Promise<null> {
  try {
    await page.queries.fetchQuery(query);
  } catch {
    page.queries.removeQueries({ queryKey: query.queryKey });
  }
  return null;
}

/** The text of the page that is shown. */
export function useInformation(): { name: InformationPage; block: StaticBlock | undefined } {
  const name = informationPageAt(useLocation().pathname);
  const { data } = useQuery(staticBlockQuery(useLang(), informationSlug(name)));
  return { name, block: data };
}
