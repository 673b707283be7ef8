/** Introduces the shop to new shoppers, and offers returning customers what they bought before. */
import { orderedProductsPath } from '@shop/core/links/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChangedTexts } from '../../account/ChangedTexts.tsx';
import type { Scope } from '../../api/query-client.ts';
import { useTokenScope } from '../../api/tokens.ts';
import { ProductRailSkeleton } from '../../catalog/card/ProductRail.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useSession } from '../../identity/signed-in-customer.tsx';
import { orderedProductsPages } from '../../orders/order-queries.ts';
import { NewHereFacts } from './NewHereFacts.tsx';
import { ProductSection } from './ProductSection.tsx';

export function HomeWelcome() {
  const scope = useTokenScope();
  return scope === 'guest' ? <NewHereFacts /> : <CustomerWelcome scope={scope} />;
}

/** Reserves no space for the message about changed texts while the customer is loading: few customers ever see it. */
function CustomerWelcome({ scope }: { scope: Scope }) {
  const { me } = useSession();
  return (
    <div className="grid grid-cols-1 gap-5">
      {me !== null && <ChangedTexts me={me} />}
      <BuyAgain scope={scope} />
    </div>
  );
}

function BuyAgain({ scope }: { scope: Scope }) {
  const t = useT();
  const { data, isError } = useInfiniteQuery(orderedProductsPages(useLang(), scope));
  const orderedProducts = data?.pages[0];
  if (orderedProducts === undefined && !isError) return <ProductRailSkeleton />;
  if (orderedProducts === undefined || orderedProducts.data.length === 0) return <NewHereFacts />;
  return (
    <ProductSection
      id="buy-again"
      title={t('home.buy_again')}
      moreLink={{ to: orderedProductsPath(), label: t('home.see_all') }}
      look="rail"
      query={{ data: orderedProducts, isError, refetch: () => undefined }}
    />
  );
}
