/** Native switch with our style, for a setting that applies at once. Its target is at least 44 px. */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { children: ReactNode };

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
