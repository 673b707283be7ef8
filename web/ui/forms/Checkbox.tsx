/** Native checkbox with our style. Its target is at least 44 px. */
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** The visible label. Without it, set `aria-label`. */
  children?: ReactNode;
  /** Whether some, but not all, of the group are checked. */
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
