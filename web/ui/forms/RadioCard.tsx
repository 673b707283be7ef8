/** Native radio button as a card; group several in a `<fieldset>` with a legend. Its target is at least 44 px. */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'title' | 'children'> & {
  title: ReactNode;
  note?: ReactNode;
  /** Content at the end of the row, such as a price. */
  end?: ReactNode;
  /** Content below the row while the card is selected. */
  children?: ReactNode;
};

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
        {/* With large text `end` wraps to a line of its own. */}
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
