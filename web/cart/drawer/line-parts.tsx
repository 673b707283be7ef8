/** Shared components for lines of the cart, the checkout and an order. */
import type { CartItem } from '@shop/contract/cart';
import { lineKey } from '@shop/core/cart/cart';
import { formatMoney, type Sen } from '@shop/core/money';
import { BACKDROP_CLASSES } from '../../catalog/card/backdrop.ts';
import { PackImage } from '../../catalog/card/PackImage.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';

const PICTURE_CLASSES = { 40: 'size-10', 56: 'size-14', 72: 'size-18' };

type PictureSize = keyof typeof PICTURE_CLASSES;

type PicturedLine = Pick<CartItem, 'image' | 'stage'>;

/** Shows the product's picture; `size` in px. */
export function LinePicture({ line, size = 72 }: { line: PicturedLine; size?: PictureSize }) {
  return (
    <span
      className={classNames(
        'stage-glow grid shrink-0 place-items-center rounded-md',
        PICTURE_CLASSES[size],
        BACKDROP_CLASSES[line.stage],
      )}
    >
      <PackImage image={line.image} alt="" sizes="72px" width={72} height={72} className="w-[90%]" />
    </span>
  );
}

type LinePicturesProps = {
  lines: readonly (PicturedLine & Pick<CartItem, 'id' | 'variation_option_id'>)[];
  /** Maximum number of pictures; a count of the rest follows. */
  max: number;
  size: PictureSize;
};

/** Shows the pictures of the first lines, as decoration. */
export function LinePictures({ lines, max, size }: LinePicturesProps) {
  const more = lines.length - max;
  return (
    <span className="flex items-center gap-2" aria-hidden>
      {lines.slice(0, max).map((line) => (
        <LinePicture key={lineKey(line)} line={line} size={size} />
      ))}
      {more > 0 && <span className="text-sm font-normal text-ink-3">+{more}</span>}
    </span>
  );
}

/** Shows the line's total, and the regular one if it is higher. */
export function LineTotal({ line }: { line: Pick<CartItem, 'price' | 'price_total' | 'quantity'> }) {
  const t = useT();
  const regularTotal = line.price * line.quantity;
  const isReduced = line.price_total < regularTotal;
  return (
    <p className="text-end font-display font-extrabold tabular-nums">
      <bdi className={classNames(isReduced && 'text-deal')}>{formatMoney(line.price_total)}</bdi>
      {isReduced && (
        <s className="block font-sans text-xs font-normal text-ink-3">
          <span className="sr-only">{t('catalog.was', { price: '' })}</span>
          <bdi>{formatMoney(regularTotal)}</bdi>
        </s>
      )}
    </p>
  );
}

/** Shows the line's share of promotions and coupon, which the totals deduct; renders nothing for 0. */
export function LineDiscount({ amount }: { amount: Sen }) {
  const t = useT();
  if (amount === 0) return null;
  return (
    <p className="text-xs font-semibold text-action-strong tabular-nums">
      {t('cart.line_discount', { amount: formatMoney(-amount) })}
    </p>
  );
}

/** Shows a note about a change, in amber. */
export function ChangeNote({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-1.5 rounded-xs bg-kunyit-50 px-2.5 py-1.5 text-xs font-semibold text-coin-ink">
      <Icon name="warning" className="mt-px size-4" />
      {children}
    </p>
  );
}
