/** Names the tier whose members pay this price; nothing where the price is not the customer's own. */
import { isGroupPrice } from '@shop/core/catalog/price';
import type { ProductPrices } from '@shop/core/catalog/product';
import type { Sen } from '@shop/core/money';
import { useT } from '../i18n/MessagesProvider.tsx';
import { useSession } from '../identity/signed-in-customer.tsx';

type MemberPriceProps = {
  product: Pick<ProductPrices, 'price' | 'sale_price' | 'group_price'>;
  /** The price of one unit that is charged. */
  charged: Sen;
};

export function MemberPrice({ product, charged }: MemberPriceProps) {
  const t = useT();
  const { me } = useSession();
  if (me === null || !isGroupPrice(product, charged)) return null;
  const tier = me.tier?.gives_prices === true ? me.tier.name : null;
  return (
    <p className="text-xs font-semibold text-action-strong">
      {tier === null ? t('catalog.own_price') : t('catalog.member_price', { tier })}
    </p>
  );
}
