/**
 * A price as on a shelf label: small RM, big ringgit, small sen. Reduced prices take the deal's colour and show the
 * regular one.
 */
import { formatMoney, type Sen, splitMoney } from '@shop/core/money';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

type PriceTagProps = {
  /** The price to pay, in sen. */
  price: Sen;
  /** The regular price in sen; struck through if it is higher. */
  was?: Sen | null;
  /** Whether `price` is the lowest of several: "from RM4.90". */
  isLowest?: boolean;
  size?: 'line' | 'card' | 'page';
  className?: string;
};

const SIZES = {
  line: { price: 'text-lg', was: 'text-xs' },
  card: { price: 'text-[1.375rem] lg:text-xl', was: 'text-xs' },
  page: { price: 'text-[2rem] lg:text-3xl', was: 'text-base' },
};

/**
 * Placeholder for the price, at which the message is split: "from" precedes the price in English and follows it in
 * Chinese.
 */
const PRICE_MARK = '\u0000';

/** Gives screen readers the price as one text, because the visible characters have three sizes. */
export function PriceTag({ price, was, isLowest = false, size = 'card', className }: PriceTagProps) {
  const t = useT();
  const isReduced = was != null && was > price;
  const { sign, ringgit, sen } = splitMoney(price);
  const [before = '', after = ''] = isLowest ? t('catalog.from', { price: PRICE_MARK }).split(PRICE_MARK) : [];
  const text = formatMoney(price);
  return (
    <p className={classNames('flex flex-wrap items-baseline gap-x-1.5', className)}>
      <VisuallyHidden>{isLowest ? t('catalog.from', { price: text }) : text}</VisuallyHidden>
      <span aria-hidden className="flex items-baseline gap-x-1">
        {before.trim() !== '' && <span className="text-xs text-ink-2">{before}</span>}
        <bdi
          className={classNames(
            'font-display leading-none font-extrabold tracking-[-0.02em] tabular-nums',
            SIZES[size].price,
            isReduced ? 'text-deal' : 'text-ink',
          )}
        >
          <span className="me-[0.2em] text-[0.6em] font-bold tracking-normal">{sign}RM</span>
          {ringgit}
          <span className="text-[0.6em] font-bold tracking-normal">.{sen}</span>
        </bdi>
        {after.trim() !== '' && <span className="text-xs text-ink-2">{after}</span>}
      </span>
      {isReduced && (
        <>
          <VisuallyHidden>{t('catalog.was', { price: formatMoney(was) })}</VisuallyHidden>
          <s aria-hidden className={classNames('text-ink-3 tabular-nums', SIZES[size].was)}>
            <bdi>{formatMoney(was)}</bdi>
          </s>
        </>
      )}
    </p>
  );
}
