/** An unknown product: the way to the aisles, and what others buy. */
import { categoriesPath } from '@shop/core/links/paths';
import searchingSack from '../art/sack-searching.svg?no-inline';
import { useT } from '../i18n/shop-words.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { BestSellers } from './BestSellers.tsx';

export function ProductGone() {
  const t = useT();
  return (
    <div className="page-width grid grid-cols-1 gap-8 pb-8">
      <Head title={t('catalog.product_gone')} noIndex />
      <EmptyState
        art={searchingSack}
        level={1}
        title={t('catalog.product_gone')}
        action={
          <LangLink to={categoriesPath()} className={buttonClass()}>
            {t('layout.all_aisles')}
          </LangLink>
        }
      >
        {t('catalog.product_gone_text')}
      </EmptyState>
      <BestSellers />
    </div>
  );
}
