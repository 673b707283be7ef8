/**
 * − n + of a line that is in the cart (ux.md rules 16, 18, 19): steps and typed numbers count at once, 0 removes, the
 * minimum's minus is a bin, and a limit explains itself next to the control in the rule's own words.
 */
import type { CartItem } from '@shop/contract/cart';
import { checkStepUp, stepDown } from '@shop/core/cart/limits';
import { type Refusal, refusal, refusalText } from '@shop/core/refusal';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { announceCart } from './announcer.ts';
import { type CartActions, useCartActions } from './cart-queries.ts';

/** A number typed counts after this pause, and as the field is left. */
const TYPED_DELAY_MS = 700;
/** More digits than this nobody means. */
const MAX_DIGITS = 5;

type QuantityStepperProps = {
  line: CartItem;
  /** `card` floats upon a picture, `line` stands in the cart, `page` fills its place. */
  size?: 'card' | 'line' | 'page';
  /** The last piece was taken out; the line as it was, for an undo. */
  onRemoved?: (line: CartItem) => void;
  /** Takes the focus when it appears: it stands where the pressed button was. */
  focusPlus?: boolean;
};

/** The field's text: the line's quantity, unless the shopper is typing. */
function useTyped(quantity: number, commit: (quantity: number) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const done = (text: string | null) => {
    clearTimeout(timer.current);
    setTyped(null);
    if (text !== null && text !== '' && Number(text) !== quantity) commit(Number(text));
  };
  return {
    text: typed ?? String(quantity),
    type(text: string) {
      const digits = text.replace(/\D/g, '').slice(0, MAX_DIGITS);
      setTyped(digits);
      clearTimeout(timer.current);
      // An empty field is one that is about to be filled.
      if (digits !== '') timer.current = setTimeout(() => done(digits), TYPED_DELAY_MS);
    },
    done: () => done(typed),
    forget: () => done(null),
  };
}

const BUTTON = 'press grid shrink-0 place-items-center rounded-pill text-action-strong hover:bg-pandan-50';

export function QuantityStepper({ line, size = 'line', onRemoved, focusPlus = false }: QuantityStepperProps) {
  const t = useT();
  const lang = useLang();
  const actions = useCartActions();
  const hintId = useId();
  const plus = useRef<HTMLButtonElement>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const full = checkStepUp(line);
  const removes = stepDown(line) === 0;
  const room = size === 'page' ? 'size-12' : 'size-11';

  useEffect(() => {
    if (focusPlus) plus.current?.focus({ preventScroll: true });
  }, [focusPlus]);

  /** Shows why not, or says what it came to. */
  const told = (why: Refusal | null, quantity: number) => {
    setRefused(why);
    if (why !== null) return;
    if (quantity === 0) onRemoved?.(line);
    announceCart(
      quantity === 0
        ? t('cart.said_removed', { name: line.name })
        : t('cart.said_quantity', { name: line.name, count: quantity }),
    );
  };
  const field = useTyped(line.quantity, (quantity) => told(setQuantity(actions, line, quantity), quantity));

  const increase = async () => {
    field.forget();
    told(await actions.add(line, 1), line.quantity + 1);
  };
  const decrease = () => {
    field.forget();
    const quantity = stepDown(line);
    told(actions.removeOne(line), quantity);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') field.done();
    else if (event.key === 'Escape') field.forget();
    else if (event.key === 'ArrowUp') void increase();
    else if (event.key === 'ArrowDown') decrease();
    else return;
    event.preventDefault();
  };

  const minimum = line.min_sale_qty > 1 ? refusal('cart.min_quantity', { min: line.min_sale_qty }) : null;
  const hint = refused ?? full ?? minimum;
  return (
    <div className={classNames('flex flex-col gap-1', size === 'card' && 'items-end')}>
      <fieldset
        aria-label={t('cart.quantity_of', { name: line.name })}
        className={classNames(
          'inline-flex items-center rounded-pill border border-line bg-surface',
          size === 'card' && 'shadow-2',
          size === 'page' ? 'justify-between' : 'w-fit',
        )}
      >
        <button
          type="button"
          className={classNames(BUTTON, room)}
          aria-label={removes ? t('cart.remove', { name: line.name }) : t('cart.one_less', { name: line.name })}
          onClick={decrease}
        >
          <Icon name={removes ? 'trash' : 'minus'} className="size-5" />
        </button>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={t('cart.quantity')}
          aria-describedby={hint === null ? undefined : hintId}
          value={field.text}
          onChange={(event) => field.type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={field.done}
          onKeyDown={onKeyDown}
          className="h-9 w-9 rounded-xs bg-transparent text-center text-[1rem] font-bold tabular-nums"
        />
        <button
          ref={plus}
          type="button"
          className={classNames(BUTTON, room, full !== null && 'text-ink-3 hover:bg-transparent')}
          aria-label={t('cart.one_more', { name: line.name })}
          aria-disabled={full !== null}
          aria-describedby={hint === null ? undefined : hintId}
          onClick={() => void increase()}
        >
          <Icon name="plus" className="size-5" />
        </button>
      </fieldset>
      {hint !== null && (
        <p
          id={hintId}
          className={classNames(
            'text-2xs font-semibold',
            hint === minimum ? 'text-ink-2' : 'text-danger',
            size === 'card' && 'max-w-40 rounded-xs bg-surface px-2 py-1 text-end shadow-1',
          )}
        >
          {refusalText(hint, lang)}
        </p>
      )}
    </div>
  );
}

/** 0 typed into the field removes the line. */
function setQuantity(actions: CartActions, line: CartItem, quantity: number): Refusal | null {
  return quantity === 0 ? actions.remove(line) : actions.setQuantity(line, quantity);
}
