/** The page of a missing product: suggests a search, and related products or best sellers. */

import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { categoriesPath, productsPath } from '@shop/core/links/paths';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
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

/** Maximum length of the search text made from a slug. */
const MAX_KEYWORD_LENGTH = 80;

/** Turns a slug into a search text. */
const toKeyword = (slug: string): string =>
  slug
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_KEYWORD_LENGTH);

type ProductGoneProps = {
  slug: string;
  /** Whether the product was removed for good (410) rather than never existed (404). */
  isRemoved: boolean;
};

export function ProductGone({ slug, isRemoved }: ProductGoneProps) {
  const t = useT();
  const lang = useLang();
  const keyword = toKeyword(slug);
  const title = isRemoved ? formatRefusal(refusal('product.removed'), lang) : t('product.unknown');
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
              <LangLink to={productsPath(formatListState({ ...EMPTY_LIST_STATE, keyword }))} className={buttonClass()}>
                {t('product.search', { keyword })}
              </LangLink>
            )}
            <LangLink to={categoriesPath()} className={buttonClass('secondary')}>
              {t('layout.all_aisles')}
            </LangLink>
          </span>
        }
      >
        {t(isRemoved ? 'product.removed_text' : 'product.unknown_text')}
      </EmptyState>
      {isRemoved ? <SuggestedProducts slug={slug} /> : <BestSellers />}
    </div>
  );
}

/** Related products, or best sellers without any. */
function SuggestedProducts({ slug }: { slug: string }) {
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
