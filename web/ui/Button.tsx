/** Buttons, and links that look like them (docs/ux.md#2.6). */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet' | 'deal';
export type ButtonSize = 'regular' | 'compact';

const KIND: Record<ButtonKind, string> = {
  primary: 'bg-action text-on-action hover:bg-action-strong',
  secondary: 'border-[1.5px] border-action bg-surface text-action-strong hover:bg-pandan-50',
  quiet: 'text-action-strong underline underline-offset-4 hover:decoration-2',
  danger: 'bg-danger text-paper hover:bg-danger-strong',
  'danger-quiet': 'border-[1.5px] border-danger bg-surface text-danger hover:bg-danger-50',
  deal: 'bg-deal text-on-deal hover:bg-deal-strong',
};
const SIZE: Record<ButtonSize, string> = {
  regular: 'min-h-12 px-5 py-2.5 text-base',
  compact: 'min-h-11 px-4 py-2 text-sm',
};
// Disabled is a colour instead of an opacity, so that the text stays readable.
const DISABLED =
  'disabled:border-transparent disabled:bg-sunken disabled:text-ink-3 aria-disabled:border-transparent aria-disabled:bg-sunken aria-disabled:text-ink-3';

/** Returns the classes of a button, for links: `<LangLink className={buttonClass()} …>`. */
export function buttonClass(kind: ButtonKind = 'primary', size: ButtonSize = 'regular', wide = false): string {
  return classNames(
    'press inline-flex items-center justify-center gap-2 rounded-md text-center font-bold',
    KIND[kind],
    SIZE[size],
    DISABLED,
    wide && 'w-full',
  );
}

type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  wide?: boolean;
  /** A request is under way: shows a spinner and ignores presses. */
  busy?: boolean;
  children: ReactNode;
};

export function Button({ kind, size, wide, busy = false, className, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={classNames(buttonClass(kind, size, wide), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy && <span className="stitched-ring -ms-1" aria-hidden />}
      {children}
    </button>
  );
}
