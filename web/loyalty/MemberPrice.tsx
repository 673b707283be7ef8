/** Labels a group price with the customer's tier, or as their own price; renders nothing for any other price. */
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
