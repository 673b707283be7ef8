/** Shows one line of the cart: product, quantity, total, and notes about changes by the server. */
import type { CartItem, LineChange } from '@shop/contract/cart';
import { stepDown } from '@shop/core/cart/limits';
import { productPath } from '@shop/core/links/paths';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { MemberPrice } from '../../loyalty/MemberPrice.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { QuantityStepper } from '../add/QuantityStepper.tsx';
import { useCart } from '../use-cart.ts';
import { ChangeNote, LineDiscount, LinePicture, LineTotal } from './line-parts.tsx';

type CartLineProps = {
  line: CartItem;
  notes: readonly LineChange[];
  /** Whether the line is selected for checkout; in edit mode, whether it is marked for removal. */
  checked: boolean;
  checkLabel: string;
  onCheck: () => void;
  /** Called by the bin. The stepper removes the line by itself and calls `onRemoved`. */
  onRemove: () => void;
  onRemoved: (line: CartItem) => void;
  editing: boolean;
};

const FREE_SHIPPING_NOTES = {
  excluded: 'cart.free_shipping_excluded',
  blocks: 'cart.free_shipping_blocks',
} as const;

export function CartLine({ line, notes, checked, checkLabel, onCheck, onRemove, onRemoved, editing }: CartLineProps) {
  const t = useT();
  const hasFreeShipping = useCart((state) => state.cart?.free_shipping_info.has_free_shipping ?? false);
  const place = useCart(({ cart }) => cart?.destination?.zip ?? cart?.destination?.state);
  // At its minimum the stepper's minus is the bin.
  const stepperRemoves = line.available && stepDown(line) === 0;
  const isInactive = !line.available || (!editing && !line.checkout);
  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-b border-line py-3">
      <Checkbox
        className="row-span-2 -ms-2.5 mt-3.5 max-xs:row-span-1"
        checked={checked}
        disabled={!line.available && !editing}
        aria-label={checkLabel}
        onChange={onCheck}
      />
      <span className={classNames('row-span-2 max-xs:row-span-1', isInactive && 'opacity-50')}>
        <LinePicture line={line} />
      </span>
      <div className="grid min-w-0 gap-2 max-3xs:col-span-full">
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <div className={classNames('min-w-0 flex-[1_1_5rem]', isInactive && 'text-ink-3')}>
            <LangLink
              to={productPath(line.slug)}
              lang={line.text_lang === 'zh' ? 'zh-Hans' : 'en'}
              className="line-clamp-2 max-3xs:line-clamp-none font-semibold break-keep wrap-anywhere hover:underline"
            >
              {line.name}
            </LangLink>
            {line.variant !== null && <p className="text-xs text-ink-3">{line.variant}</p>}
            <MemberPrice product={line} charged={line.final_price} />
            {line.checkout && <LineDiscount amount={line.discount} />}
            {line.checkout && hasFreeShipping && line.free_shipping !== 'counts' && (
              <p className="text-xs text-ink-3">{t(FREE_SHIPPING_NOTES[line.free_shipping])}</p>
            )}
            {line.undeliverable && place != null && (
              <p className="text-xs font-semibold text-danger">{t('catalog.not_delivered', { place })}</p>
            )}
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
      {/* On the narrowest screens this row starts below the picture; with large text each part has a row. */}
      <div className="col-start-3 flex flex-wrap items-start justify-between gap-2 max-xs:col-span-2 max-xs:col-start-2 max-3xs:col-span-full max-3xs:col-start-1">
        {line.available ? (
          <QuantityStepper line={line} onRemoved={onRemoved} />
        ) : (
          // Notes at the line already say that it is unavailable.
          <p className="py-3 text-sm font-semibold text-danger">{notes.length === 0 && t('cart.unavailable')}</p>
        )}
        {!stepperRemoves && (
          <IconButton icon="trash" label={t('cart.remove', { name: line.name })} onClick={onRemove} />
        )}
      </div>
    </li>
  );
}
