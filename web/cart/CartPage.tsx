/** /cart: opens the cart's drawer over the home page. */
import { homePath, productsPath } from '@shop/core/links/paths';
import { useEffect } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink, useGo } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useCart } from './use-cart.ts';

export function Component() {
  const t = useT();
  const go = useGo();
  useEffect(() => {
    useCart.setState({ isRequested: true, opensOnArrival: true });
    go(homePath(), { replace: true });
  }, [go]);
  return (
    <div className="page-width py-8">
      <Head title={t('layout.cart')} noIndex />
      <h1 className="mb-4 text-2xl">{t('layout.cart')}</h1>
      <noscript>
        <p className="mb-4">{t('cart.needs_javascript')}</p>
        <LangLink to={productsPath()} className={buttonClass()}>
          {t('cart.empty_action')}
        </LangLink>
      </noscript>
      <Skeleton className="h-40 rounded-xl" />
    </div>
  );
}
