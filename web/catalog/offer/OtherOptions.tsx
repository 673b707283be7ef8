/**
 * Shows that the product or its chosen option is sold out, and lists the options in stock ("pick a variation that is
 * sold out and see what else there is").
 */
import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { computeItemPrice } from '@shop/core/catalog/price';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { formatMoney } from '@shop/core/money';
import { RefusalText } from '../../cart/add/RefusalText.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { PackImage, PICTURE_SIZES } from '../card/PackImage.tsx';
import { OptionLink } from './OptionLink.tsx';

type OtherOptionsProps = {
  product: ProductRow;
  option: VariationOption | null;
  onChoose?: (option: VariationOption) => void;
};

export function OtherOptions({ product, option, onChoose }: OtherOptionsProps) {
  const t = useT();
  if (!isOutOfStock(product, option?.id)) return null;
  const others = product.variation_options.filter(({ id }) => !isOutOfStock(product, id));
  return (
    <section aria-labelledby="what-else" className="grid gap-3 rounded-lg border border-line bg-sunken p-4">
      <h2 id="what-else" className="font-sans text-base font-semibold tracking-normal">
        <RefusalText refused={{ code: 'cart.sold_out' }} />
        {option !== null && <span className="font-normal text-ink-2"> · {option.title}</span>}
      </h2>
      {others.length > 0 && (
        <>
          <p className="text-sm text-ink-2">{t('product.in_stock_now')}</p>
          <ul className="grid gap-2">
            {others.map((other) => (
              <li key={other.id}>
                <OptionLink
                  option={other}
                  onChoose={onChoose}
                  className="press flex min-h-14 w-full items-center gap-3 rounded-md border border-line bg-surface px-2 py-1 text-start text-sm font-semibold hover:border-edge"
                >
                  <PackImage image={other.image} alt="" sizes={PICTURE_SIZES.thumb} className="size-12" />
                  <span className="flex-1">{other.title}</span>
                  <bdi className="pe-2 tabular-nums">{formatMoney(computeItemPrice(other))}</bdi>
                </OptionLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
