import { TextField } from '@mui/material';
import { textToSen } from '@shop/core/money';
import { useText } from '../i18n/text.ts';

/** Returns whether a text is an amount of ringgit that the API accepts. */
export const isAmount = (text: string): boolean =>
  /^\d{1,8}(\.\d{1,2})?$/.test(text.trim()) && textToSen(text.trim()) !== null;

/** A field for an amount in ringgit, with at most two decimals. */
export function AmountField({
  label,
  value,
  hint,
  isChecked,
  isOptional = false,
  onChange,
}: {
  label: string;
  value: string;
  hint?: string;
  /** Whether the form was submitted, so that errors are shown. */
  isChecked: boolean;
  isOptional?: boolean;
  onChange(text: string): void;
}) {
  const t = useText();
  const hasProblem = isChecked && !(isOptional && value.trim() === '') && !isAmount(value);
  return (
    <TextField
      label={label}
      value={value}
      required={!isOptional}
      error={hasProblem}
      helperText={hasProblem ? t('form.amount_wrong') : hint}
      slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
