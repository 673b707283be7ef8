/** Ends the loader of a loyalty page with 404 in a shop without a program. */
import { settingsQuery } from '../content/content-queries.ts';
import { fetchRequired, notFound, type PageRequest } from '../page-loader.ts';

export async function requireLoyalty(page: PageRequest): Promise<void> {
  const { loyalty } = await fetchRequired(page, settingsQuery(page.lang));
  if (loyalty === null) notFound();
}
