/**
 * Companion products with one button for all (docs/ux.md#2.4 'bundle "Goes well with" with one "Add all 3 · RM15.20"').
 */
import type { ProductRow } from '@shop/contract/catalog';
import { computeItemPrice } from '@shop/core/catalog/price';
import { productPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import type { Refusal } from '@shop/core/refusal';
import { useState } from 'react';
import { RefusalText } from '../../cart/add/RefusalText.tsx';
import { toCartLine } from '../../cart/add/to-cart-line.ts';
import { announceCart, cart, loadCart } from '../../cart/cart-actions.ts';
import { useCart } from '../../cart/use-cart.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { toCardPrice } from '../card/card-facts.ts';
import { PackImage } from '../card/PackImage.tsx';
import { PriceTag } from '../card/PriceTag.tsx';
import { useTextLang } from '../card/use-text-lang.ts';

/** As many as fit in one row on a phone. */
const MAX_COMPANIONS = 3;

/** Returns whether one press can add a product: it is in stock and has no options. */
const canBeAdded = (product: ProductRow): boolean => !product.out_of_stock && product.variation_options.length === 0;

const minQuantityOf = (product: ProductRow): number => Math.max(1, product.min_sale_qty);

export function GoesWell({ companions }: { companions: readonly ProductRow[] }) {
  const t = useT();
  // Addable products come first.
  const shownCompanions = companions
    .toSorted((a, b) => Number(canBeAdded(b)) - Number(canBeAdded(a)))
    .slice(0, MAX_COMPANIONS);
  if (shownCompanions.length === 0) return null;
  return (
    <section aria-labelledby="goes-well" className="grid grid-cols-1 gap-3">
      <h2 id="goes-well" className="text-lg">
        {t('product.goes_well')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(5.5rem,26%),1fr))] gap-3">
        {shownCompanions.map((product) => (
          <li key={product.id}>
            <Companion product={product} />
          </li>
        ))}
      </ul>
      <AddAll products={shownCompanions.filter(canBeAdded)} />
    </section>
  );
}

function Companion({ product }: { product: ProductRow }) {
  const textLang = useTextLang(product);
  return (
    <article className="group relative grid h-full content-start gap-1.5 rounded-lg border border-line bg-surface p-1.5 lg:hover:border-edge">
      <span
        className={classNames(
          'stage-glow grid aspect-square place-items-center rounded-md',
          BACKDROP_CLASSES[product.stage],
        )}
      >
        <PackImage
          image={product.image}
          alt=""
          sizes="(min-width:64rem) 200px, 30vw"
          className={classNames('w-[94%]', product.out_of_stock && 'opacity-55')}
        />
      </span>
      <div className="grid gap-0.5 px-1 pb-1">
        <PriceTag {...toCardPrice(product)} size="line" />
        <h3 className="line-clamp-2 max-3xs:line-clamp-none font-sans text-xs font-semibold tracking-normal">
          <LangLink
            to={productPath(product.slug)}
            lang={textLang}
            className="after:absolute after:inset-0 after:rounded-lg group-hover:underline"
          >
            {product.name}
          </LangLink>
        </h3>
        {product.out_of_stock && (
          <p className="text-2xs text-ink-2">
            <RefusalText refused={{ code: 'cart.sold_out' }} />
          </p>
        )}
      </div>
    </article>
  );
}

/** Adds the companions that are not in the cart; the button shows their number and price. */
function AddAll({ products }: { products: readonly ProductRow[] }) {
  const t = useT();
  const items = useCart((state) => state.cart)?.items ?? [];
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const isHydrated = useHydrated();
  const missingProducts = products.filter(({ id }) => !items.some((line) => line.id === id));
  const amount = missingProducts.reduce(
    (sum, each) => sum + computeItemPrice(each, minQuantityOf(each)) * minQuantityOf(each),
    0,
  );

  const add = async () => {
    setBusy(true);
    const results: (Refusal | null)[] = [];
    for (const product of missingProducts) results.push(await cart.add(toCartLine(product, null), 1));
    setBusy(false);
    setRefusal(results.find((result) => result !== null) ?? null);
    const count = results.filter((result) => result === null).length;
    if (count > 0) announceCart(t('product.added_all', { count }));
  };

  if (products.length === 0) return null;
  const text = formatMoney(amount);
  return (
    <div className="grid gap-1 sm:w-fit">
      <Button
        kind="secondary"
        wide
        busy={busy}
        disabled={!isHydrated}
        aria-disabled={missingProducts.length === 0}
        onPointerEnter={() => void loadCart()}
        onClick={() => missingProducts.length > 0 && void add()}
      >
        {missingProducts.length === 0 && <Icon name="check" className="size-5" />}
        {missingProducts.length === 0
          ? t('product.in_cart')
          : missingProducts.length === 1
            ? t('product.add_one', { amount: text })
            : t('product.add_all', { count: missingProducts.length, amount: text })}
      </Button>
      {refusal !== null && (
        <p role="alert" className="text-2xs font-semibold text-danger">
          <RefusalText refused={refusal} />
        </p>
      )}
    </div>
  );
}
