/** What a line shows wherever it stands: in the cart, in the checkout's review, in an order. */
import type { CartItem } from '@shop/contract/cart';
import { formatMoney } from '@shop/core/money';
import { backdropClass } from '../catalog/card/backdrop.ts';
import { PackImage } from '../catalog/card/PackImage.tsx';
import { useT } from '../i18n/MessagesProvider.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';

/** The small stage of a line: 72 px. */
export function LinePicture({ line, small = false }: { line: Pick<CartItem, 'image' | 'stage'>; small?: boolean }) {
  return (
    <span
      className={classNames(
        'stage-glow grid shrink-0 place-items-center rounded-md',
        small ? 'size-14' : 'size-[72px]',
        backdropClass[line.stage],
      )}
    >
      <PackImage image={line.image} alt="" sizes="72px" width={72} height={72} className="w-[90%]" />
    </span>
  );
}

/** What it comes to, with what it would have cost. */
export function LineTotal({ line }: { line: Pick<CartItem, 'price' | 'price_total' | 'quantity'> }) {
  const t = useT();
  const regular = line.price * line.quantity;
  const reduced = line.price_total < regular;
  return (
    <p className="text-end font-display font-extrabold tabular-nums">
      <bdi className={classNames(reduced && 'text-deal')}>{formatMoney(line.price_total)}</bdi>
      {reduced && (
        <s className="block font-sans text-xs font-normal text-ink-3">
          <span className="sr-only">{t('catalog.was', { price: '' })}</span>
          <bdi>{formatMoney(regular)}</bdi>
        </s>
      )}
    </p>
  );
}

/** An amber note: what changed since the shopper last saw it. */
export function ChangeNote({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-1.5 rounded-xs bg-kunyit-50 px-2.5 py-1.5 text-xs font-semibold text-coin-ink">
      <Icon name="warning" className="mt-px size-4" />
      {children}
    </p>
  );
}
