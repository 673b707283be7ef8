import { TextField } from '@mui/material';
import { useText } from '../i18n/text.ts';

/** A field for a required reason; shows its error after a submit without it. */
export function ReasonField({
  label,
  value,
  isMissing,
  isFirst = false,
  onChange,
}: {
  label: string;
  value: string;
  isMissing: boolean;
  isFirst?: boolean;
  onChange(text: string): void;
}) {
  const t = useText();
  const hasProblem = isMissing && value.trim() === '';
  return (
    <TextField
      autoFocus={isFirst}
      multiline
      minRows={2}
      required
      label={label}
      value={value}
      error={hasProblem}
      helperText={hasProblem ? t('form.reason_needed') : undefined}
      slotProps={{ htmlInput: { maxLength: 1_000 } }}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
