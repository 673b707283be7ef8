/** Native checkbox, switch and radio card with our style. Each target is at least 44 px. */
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** The visible label; without it, give `aria-label`. */
  children?: ReactNode;
  /** Some, but not all, of the group are checked. */
  indeterminate?: boolean;
};

export function Checkbox({ children, indeterminate = false, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={classNames('group flex min-h-11 min-w-11 cursor-pointer items-center gap-3', className)}>
      <span className="relative ms-2.5 grid size-6 shrink-0 place-items-center">
        <input
          ref={input}
          type="checkbox"
          className="peer size-6 cursor-pointer appearance-none rounded-[7px] border-[1.5px] border-edge bg-surface checked:border-action checked:bg-action indeterminate:border-action indeterminate:bg-action disabled:border-line disabled:bg-sunken"
          {...rest}
        />
        <Icon
          name={indeterminate ? 'minus' : 'check'}
          className="pointer-events-none absolute size-4 stroke-current stroke-[14] text-transparent peer-checked:text-on-action peer-indeterminate:text-on-action"
        />
      </span>
      {children !== undefined && <span className="flex-1 py-2">{children}</span>}
    </label>
  );
}

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { children: ReactNode };

/** A setting that applies at once. */
export function Switch({ children, className, ...rest }: SwitchProps) {
  return (
    <label className={classNames('flex min-h-11 cursor-pointer items-center justify-between gap-4', className)}>
      <span className="flex-1">{children}</span>
      <span className="relative inline-flex h-7 w-12 shrink-0 items-center">
        <input
          type="checkbox"
          role="switch"
          aria-checked={rest.checked}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-pill border-[1.5px] border-edge bg-sunken transition-colors checked:border-action checked:bg-action"
          {...rest}
        />
        <span className="pointer-events-none relative ms-1 size-5 rounded-pill bg-edge transition-transform duration-200 peer-checked:translate-x-5 peer-checked:bg-on-action rtl:peer-checked:-translate-x-5" />
      </span>
    </label>
  );
}

type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'title' | 'children'> & {
  title: ReactNode;
  note?: ReactNode;
  /** Content at the end of the row, such as a price. */
  end?: ReactNode;
  /** Content below the row while the card is selected. */
  children?: ReactNode;
};

/** A radio button as a card; group several in a `<fieldset>` with a legend. */
export function RadioCard({ title, note, end, children, className, ...rest }: RadioCardProps) {
  return (
    <div
      className={classNames(
        'rounded-lg border border-line bg-surface has-checked:border-action has-checked:bg-pandan-50 has-[input[type=radio]:disabled]:border-transparent has-[input[type=radio]:disabled]:bg-sunken has-[input[type=radio]:disabled]:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        className,
      )}
    >
      <label className="flex min-h-16 cursor-pointer items-center gap-3 px-4 py-3">
        <input
          type="radio"
          className="size-5 shrink-0 cursor-pointer appearance-none rounded-pill border-[1.5px] border-edge bg-surface checked:border-[6px] checked:border-action focus-visible:outline-none disabled:border-line disabled:bg-sunken"
          {...rest}
        />
        {/* With large text the end gets a line of its own. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className="min-w-0 flex-[1_1_6rem] wrap-anywhere">
            <span className="block font-semibold">{title}</span>
            {note !== undefined && <span className="block text-xs text-ink-3">{note}</span>}
          </span>
          {end}
        </span>
      </label>
      {children && <div className="px-4 pb-4">{children}</div>}
    </div>
  );
}
