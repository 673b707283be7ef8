/**
 * A quantity with minus and plus (docs/ux.md#rule-18, docs/ux.md#rule-19). Steps apply at once, typed numbers after a
 * pause; a hint next to the control explains a limit or a refusal. Its caller makes the change.
 */
import type { CartItem } from '@shop/contract/cart';
import { checkStepUp } from '@shop/core/cart/limits';
import { type Refusal, refusal } from '@shop/core/refusal';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { RefusalText } from './RefusalText.tsx';

/** A typed number applies after this pause, or when the field loses focus. */
const TYPED_DELAY_MS = 700;
const MAX_DIGITS = 5;

type StepResult = Refusal | null | Promise<Refusal | null>;

type StepperProps = {
  line: CartItem;
  /** `card`: over a card's picture; `line`: in a cart line; `page`: as wide as its container. */
  size: 'card' | 'line' | 'page';
  /** `increase`, `decrease` and `set` return the refusal of their change, or null. */
  increase: () => StepResult;
  decrease: () => StepResult;
  set: (quantity: number) => StepResult;
  /** The minus button: its icon, its name, and whether it is disabled. */
  minus: { icon: 'minus' | 'trash'; label: string; disabled?: boolean };
  /** Focuses the plus on mount, because it replaces the pressed button. */
  focusPlus?: boolean;
  /** Whether the control shares its row; the hint is then below the row. */
  inRow?: boolean;
};

/** Returns the field's text (the line's quantity, unless the shopper is typing) and its handlers. */
function useTypedQuantity(quantity: number, commit: (quantity: number) => void) {
  const [typedText, setTypedText] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const finish = (text: string | null) => {
    clearTimeout(timer.current);
    setTypedText(null);
    if (text !== null && text !== '' && Number(text) !== quantity) commit(Number(text));
  };
  return {
    text: typedText ?? String(quantity),
    type(text: string) {
      const digits = text.replace(/\D/g, '').slice(0, MAX_DIGITS);
      setTypedText(digits);
      clearTimeout(timer.current);
      // An empty field is about to be filled.
      if (digits !== '') timer.current = setTimeout(() => finish(digits), TYPED_DELAY_MS);
    },
    apply: () => finish(typedText),
    discard: () => finish(null),
  };
}

const BUTTON_CLASSES = 'press grid shrink-0 place-items-center rounded-pill';
const ENABLED_CLASSES = 'text-action-strong hover:bg-pandan-50';
const DISABLED_CLASSES = 'text-ink-3';

export function Stepper({
  line,
  size,
  increase,
  decrease,
  set,
  minus,
  focusPlus = false,
  inRow = false,
}: StepperProps) {
  const t = useT();
  const hintId = useId();
  const plus = useRef<HTMLButtonElement>(null);
  const [lastRefusal, setLastRefusal] = useState<Refusal | null>(null);
  const maximum = checkStepUp(line);
  const sizeClass = size === 'page' ? 'size-12' : 'size-11';

  useEffect(() => {
    if (focusPlus) plus.current?.focus({ preventScroll: true });
  }, [focusPlus]);

  const showRefusal = async (result: StepResult) => setLastRefusal(await result);
  const field = useTypedQuantity(line.quantity, (quantity) => void showRefusal(set(quantity)));
  const step = (act: () => StepResult) => {
    field.discard();
    void showRefusal(act());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') field.apply();
    else if (event.key === 'Escape') field.discard();
    else if (event.key === 'ArrowUp') step(increase);
    else if (event.key === 'ArrowDown') step(decrease);
    else return;
    event.preventDefault();
  };

  const minimum = line.min_sale_qty > 1 ? refusal('cart.min_quantity', { min: line.min_sale_qty }) : null;
  const hint = lastRefusal ?? maximum ?? minimum;
  const describedBy = hint === null ? undefined : hintId;
  return (
    <div className={inRow ? 'contents' : classNames('flex flex-col gap-1', size === 'card' && 'items-end')}>
      <fieldset
        // Before hydration a press or a typed number would be lost.
        disabled={!useHydrated()}
        aria-label={t('cart.quantity_of', { name: line.name })}
        className={classNames(
          'inline-flex items-center rounded-pill border border-line bg-surface',
          size === 'card' && 'shadow-2',
          size === 'page' ? 'justify-between' : 'w-fit',
        )}
      >
        <button
          type="button"
          className={classNames(BUTTON_CLASSES, sizeClass, minus.disabled ? DISABLED_CLASSES : ENABLED_CLASSES)}
          aria-label={minus.label}
          aria-disabled={minus.disabled}
          onClick={() => step(decrease)}
        >
          <Icon name={minus.icon} className="size-5" />
        </button>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={t('cart.quantity')}
          aria-describedby={describedBy}
          value={field.text}
          onChange={(event) => field.type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={field.apply}
          onKeyDown={onKeyDown}
          className="h-9 w-9 rounded-xs bg-transparent text-center text-[1rem] font-bold tabular-nums"
        />
        <button
          ref={plus}
          type="button"
          className={classNames(BUTTON_CLASSES, sizeClass, maximum === null ? ENABLED_CLASSES : DISABLED_CLASSES)}
          aria-label={t('cart.one_more', { name: line.name })}
          aria-disabled={maximum !== null}
          aria-describedby={describedBy}
          onClick={() => step(increase)}
        >
          <Icon name="plus" className="size-5" />
        </button>
      </fieldset>
      {hint !== null && (
        <StepperHint id={hintId} size={size} inRow={inRow} isCalm={lastRefusal === null}>
          <RefusalText refused={hint} />
        </StepperHint>
      )}
    </div>
  );
}

type StepperHintProps = Pick<StepperProps, 'size' | 'inRow'> & { id: string; isCalm: boolean; children: ReactNode };

function StepperHint({ id, size, inRow, isCalm, children }: StepperHintProps) {
  return (
    <p
      id={id}
      className={classNames(
        'text-2xs font-semibold',
        isCalm ? 'text-ink-2' : 'text-danger',
        size === 'card' && 'max-w-40 rounded-xs bg-surface px-2 py-1 text-end shadow-1',
        inRow && 'order-last basis-full',
      )}
    >
      {children}
    </p>
  );
}
