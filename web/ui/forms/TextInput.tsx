/** Inputs for a `Field`. The text is 16 px, because iOS zooms in on smaller ones. */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';
import { useField } from './Field.tsx';

const BOX = 'w-full rounded-md border-[1.5px] bg-surface text-[1rem] text-ink placeholder:text-ink-3';

function useInputProps() {
  const field = useField();
  return {
    valid: field?.valid ?? false,
    border: field?.invalid ? 'border-2 border-danger' : 'border-edge',
    props: {
      id: field?.id,
      'aria-describedby': field?.describedBy,
      'aria-invalid': field?.invalid || undefined,
      'aria-required': field?.required || undefined,
    },
  };
}

/** Attributes of fields that accept an email: no autocapitalization and no spell check. */
export const EMAIL_TYPING = { autoCapitalize: 'none', spellCheck: false, maxLength: 254 } as const;

type TextInputProps = ComponentProps<'input'> & {
  /** A prefix, such as `+60`. */
  prefix?: ReactNode;
  /** A suffix, such as a button. */
  suffix?: ReactNode;
};

export function TextInput({ prefix, suffix, className, ...rest }: TextInputProps) {
  const { valid, border, props } = useInputProps();
  return (
    <span className="relative flex items-center">
      {prefix !== undefined && <span className="absolute start-4 text-[1rem] text-ink-2">{prefix}</span>}
      <input
        {...props}
        className={classNames(
          BOX,
          'h-12',
          border,
          prefix ? 'ps-14' : 'ps-4',
          valid || suffix ? 'pe-12' : 'pe-4',
          className,
        )}
        {...rest}
      />
      {valid && !suffix && <Icon name="check-circle-fill" className="absolute end-3.5 size-5 text-action" />}
      {suffix !== undefined && <span className="absolute end-1">{suffix}</span>}
    </span>
  );
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const { border, props } = useInputProps();
  return (
    <textarea {...props} rows={2} className={classNames(BOX, 'min-h-20 px-4 py-3', border, className)} {...rest} />
  );
}

/** Uses the native picker, which works best on phones. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const { border, props } = useInputProps();
  return (
    <span className="relative flex items-center">
      <select {...props} className={classNames(BOX, 'h-12 appearance-none ps-4 pe-11', border, className)} {...rest}>
        {children}
      </select>
      <Icon name="caret-down" className="pointer-events-none absolute end-3.5 size-5 text-ink-2" />
    </span>
  );
}
