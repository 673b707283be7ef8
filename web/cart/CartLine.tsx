/** A line of the cart: what it is, how many, what it comes to, and what the server changed about it. */
import type { CartItem, LineChange } from '@shop/contract/cart';
import { productPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { PackImage } from '../catalog/PackImage.tsx';
import { stageClass } from '../catalog/stage.ts';
import { useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { QuantityStepper } from './QuantityStepper.tsx';

/** The small stage of a line: 72 px. */
export function LinePicture({ line, small = false }: { line: Pick<CartItem, 'image' | 'stage'>; small?: boolean }) {
  return (
    <span
      className={classNames(
        'stage-glow grid shrink-0 place-items-center rounded-md',
        small ? 'size-14' : 'size-[72px]',
        stageClass[line.stage],
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

type CartLineProps = {
  line: CartItem;
  notes: readonly LineChange[];
  /** The box says whether it is part of the order, or, while the cart is edited, whether it will be removed. */
  checked: boolean;
  checkLabel: string;
  onCheck: () => void;
  /** The bin, and the stepper's way below the minimum. */
  onRemove: () => void;
  onRemoved: (line: CartItem) => void;
  editing: boolean;
};

export function CartLine({ line, notes, checked, checkLabel, onCheck, onRemove, onRemoved, editing }: CartLineProps) {
  const t = useT();
  const off = !line.available || (!editing && !line.checkout);
  return (
    <li className="grid grid-cols-[auto_auto_1fr] items-start gap-x-3 gap-y-2 border-b border-line py-3">
      <Checkbox
        className="row-span-2 -ms-2.5 mt-3.5 max-xs:row-span-1"
        checked={checked}
        disabled={!line.available && !editing}
        aria-label={checkLabel}
        onChange={onCheck}
      />
      <span className={classNames('row-span-2 max-xs:row-span-1', off && 'opacity-50')}>
        <LinePicture line={line} />
      </span>
      <div className="grid min-w-0 gap-2">
        <div className="flex items-start justify-between gap-3">
          <div className={classNames('min-w-0', off && 'text-ink-3')}>
            <LangLink
              to={productPath(line.slug)}
              lang={line.text_lang === 'zh' ? 'zh-Hans' : 'en'}
              className="line-clamp-2 font-semibold hover:underline"
            >
              {line.name}
            </LangLink>
            {line.variant !== null && <p className="text-xs text-ink-3">{line.variant}</p>}
            {!editing && line.available && !line.checkout && (
              <p className="text-xs text-ink-3">{t('cart.not_selected')}</p>
            )}
          </div>
          <LineTotal line={line} />
        </div>
        {notes.map((note) => (
          <ChangeNote key={`${note.field}${note.new}`}>{note.message}</ChangeNote>
        ))}
      </div>
      {/* On the narrowest screens it begins below the picture. */}
      <div className="col-start-3 flex items-start justify-between gap-2 max-xs:col-span-2 max-xs:col-start-2">
        {line.available ? (
          <QuantityStepper line={line} onRemoved={onRemoved} />
        ) : (
          <p className="py-3 text-sm font-semibold text-danger">{t('cart.unavailable')}</p>
        )}
        <IconButton icon="trash" label={t('cart.remove', { name: line.name })} onClick={onRemove} />
      </div>
    </li>
  );
}
