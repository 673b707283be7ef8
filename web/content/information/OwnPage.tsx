/** /pages/{slug}: a page of the shop's own, from its folder (docs/own-shop.md). */
import { LINKED_TEXTS, ownPagePath, ROUTES } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, replace, useParams } from 'react-router';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { fetchRequired, notFound, pageRequest } from '../../page-loader.ts';
import { staticBlockQuery } from '../content-queries.ts';
import { StaticText } from './StaticText.tsx';

/** Paths of the texts that My Account shows, by slug. */
const ACCOUNT_TEXTS: Readonly<Record<string, string>> = {
  'help-center': ROUTES.helpCenter,
  'legal-notice': ROUTES.legalNotice,
};

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const slug = args.params.slug ?? notFound();
  if (LINKED_TEXTS.includes(slug)) throw replace(`${ACCOUNT_TEXTS[slug] ?? `/${slug}`}${page.url.search}`, 301);
  const block = await fetchRequired(page, staticBlockQuery(page.lang, slug));
  // The API also accepts a text's id, which is not its address here.
  return block.slug === slug ? null : notFound();
}

export function Component() {
  const { slug = '' } = useParams();
  const { data: block } = useQuery(staticBlockQuery(useLang(), slug));
  if (block === undefined) return null;
  return (
    <article className="page-width py-6 lg:py-10">
      <Head title={block.title} description={block.description} path={ownPagePath(slug)} />
      <StaticText block={block} />
    </article>
  );
}
