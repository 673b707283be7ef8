/** A product that is not here: what it may have been called, what stands where it stood, or what others buy. */

import { EMPTY_LISTING, listingQuery } from '@shop/core/links/listing';
import { categoriesPath, productsPath } from '@shop/core/links/paths';
import { refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { useQuery } from '@tanstack/react-query';
import searchingSack from '../../art/sack-searching.svg?no-inline';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink } from '../../links.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ProductRail } from '../card/ProductRail.tsx';
import { relatedQuery } from '../catalog-queries.ts';
import { BestSellers } from '../collections/BestSellers.tsx';

/** The longest name that a slug is read as. */
const MAX_KEYWORD = 80;

/** What to search for instead: a slug is a name with dashes. */
const keywordOf = (slug: string): string =>
  slug
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_KEYWORD);

type ProductGoneProps = {
  slug: string;
  /** It was here and will not come back (410); else nobody knows it (404). */
  removed: boolean;
};

export function ProductGone({ slug, removed }: ProductGoneProps) {
  const t = useT();
  const lang = useLang();
  const keyword = keywordOf(slug);
  const title = removed ? refusalText(refusal('product.removed'), lang) : t('product.unknown');
  return (
    <div className="page-width grid grid-cols-1 gap-8 pb-8">
      <Head title={title} noIndex />
      <EmptyState
        art={searchingSack}
        level={1}
        title={title}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {keyword !== '' && (
              <LangLink to={productsPath(listingQuery({ ...EMPTY_LISTING, keyword }))} className={buttonClass()}>
                {t('product.search', { keyword })}
              </LangLink>
            )}
            <LangLink to={categoriesPath()} className={buttonClass('secondary')}>
              {t('layout.all_aisles')}
            </LangLink>
          </span>
        }
      >
        {t(removed ? 'product.removed_text' : 'product.unknown_text')}
      </EmptyState>
      {removed ? <Neighbours slug={slug} /> : <BestSellers />}
    </div>
  );
}

/** What stands where it stood; what others buy, where nothing does. */
function Neighbours({ slug }: { slug: string }) {
  const t = useT();
  const { data, isError } = useQuery(relatedQuery(useLang(), slug));
  if (isError || data?.data.length === 0) return <BestSellers />;
  if (data === undefined) return null;
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2 className="text-xl lg:text-2xl">{t('catalog.similar')}</h2>
      <ProductRail products={data.data} label={t('catalog.similar')} />
    </section>
  );
}
