/**
 * A labelled field: label, hint, error, then the input, so that neither a keyboard nor a list of suggestions hides the
 * error (docs/ux.md#rule-30). The input takes its id and description from here.
 */
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';

type FieldState = { id: string; describedBy: string | undefined; invalid: boolean; valid: boolean; required: boolean };

const FieldContext = createContext<FieldState | null>(null);

/** Returns the state of the surrounding field, for inputs of this folder; null outside a field. */
export const useField = (): FieldState | null => useContext(FieldContext);

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The error in the shopper's language; turns the input red. */
  error?: string | null | undefined;
  /** Shows a check mark once the input is valid. */
  valid?: boolean;
  /** Adds "(optional)"; required is the default. */
  optional?: boolean;
  /** The input's id, to which an error summary links. */
  id?: string;
  className?: string;
  children: ReactNode;
};

export function Field({ label, hint, error, valid = false, optional = false, id, className, children }: FieldProps) {
  const t = useT();
  const ownId = useId();
  const inputId = id ?? ownId;
  const invalid = Boolean(error);
  const describedBy = classNames(hint !== undefined && `${inputId}-hint`, invalid && `${inputId}-error`) || undefined;
  return (
    <div className={classNames('grid content-start gap-1', className)}>
      <label htmlFor={inputId} className="text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-3"> {t('ui.optional')}</span>}
      </label>
      {hint !== undefined && (
        <p id={`${inputId}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
      {/* A live region has to exist before its text, or screen readers ignore the text. */}
      <div aria-live="polite">
        {invalid && (
          <p id={`${inputId}-error`} className="flex items-start gap-1 text-xs font-semibold text-danger">
            <Icon name="warning-circle" className="mt-px size-4" />
            {error}
          </p>
        )}
      </div>
      <FieldContext value={{ id: inputId, describedBy, invalid, valid: valid && !invalid, required: !optional }}>
        {children}
      </FieldContext>
    </div>
  );
}
