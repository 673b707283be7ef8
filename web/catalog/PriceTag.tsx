/** A price as on the shelf: small RM, big ringgit, small sen. Reduced ones take the deal's colour and show the old price. */
import { formatMoney, moneyParts, type Sen } from '@shop/core/money';
import { useT } from '../i18n/shop-words.tsx';
import { classNames } from '../ui/class-names.ts';

type PriceTagProps = {
  /** What is paid, in sen. */
  price: Sen;
  /** The real regular price, in sen; struck through where it is higher. */
  was?: Sen | null;
  /** Of the ringgit. */
  size?: 'card' | 'page' | 'line';
  className?: string;
};

const SIZE = { line: 'text-lg', card: 'text-[1.375rem] lg:text-xl', page: 'text-2xl lg:text-3xl' };

export function PriceTag({ price, was, size = 'card', className }: PriceTagProps) {
  const t = useT();
  const reduced = was != null && was > price;
  const { sign, ringgit, sen } = moneyParts(price);
  return (
    <p className={classNames('flex flex-wrap items-baseline gap-x-1.5', className)}>
      <bdi
        className={classNames(
          'font-display leading-none font-extrabold tracking-[-0.02em] tabular-nums',
          SIZE[size],
          reduced ? 'text-deal' : 'text-ink',
        )}
      >
        <span className="text-[0.6em] font-bold tracking-normal">{sign}RM</span>
        {ringgit}
        <span className="text-[0.6em] font-bold tracking-normal">.{sen}</span>
      </bdi>
      {reduced && (
        <s className="text-xs text-ink-3 tabular-nums">
          <span className="sr-only">{t('catalog.was', { price: '' })}</span>
          <bdi>{formatMoney(was)}</bdi>
        </s>
      )}
    </p>
  );
}
