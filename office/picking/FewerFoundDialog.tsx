import { TextField } from '@mui/material';
import type { PickLine } from '@shop/contract/staff/staff-picking';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { PickStep } from './pick-queue.ts';

/** Dialog for the number of units of an item that were found for each order. */
export function FewerFoundDialog({
  line,
  onSteps,
  onClose,
}: {
  line: PickLine;
  onSteps(steps: readonly PickStep[]): void;
  onClose(): void;
}) {
  const t = useText();
  const [counts, setCounts] = useState<readonly string[]>(line.orders.map(({ quantity }) => String(quantity - 1)));
  const [isChecked, setChecked] = useState(false);
  const isCount = (text: string, max: number) => /^\d{1,6}$/.test(text.trim()) && Number(text) <= max;
  const submit = () => {
    setChecked(true);
    if (!line.orders.every(({ quantity }, place) => isCount(counts[place] ?? '', quantity))) return;
    onSteps(
      line.orders.map((part, place) => {
        const foundUnits = Number(counts[place]);
        const { order_id: order, line: at, quantity } = part;
        return foundUnits === quantity
          ? { kind: 'find', order, line: at, body: { quantity } }
          : { kind: 'short', order, line: at, body: { quantity_found: foundUnits } };
      }),
    );
    onClose();
  };
  return (
    <FormDialog title={t('pick.fewer_title')} submit={t('pick.save')} onSubmit={submit} onClose={onClose}>
      {line.orders.map((part, place) => {
        const hasProblem = isChecked && !isCount(counts[place] ?? '', part.quantity);
        return (
          <TextField
            key={`${part.order_id} ${part.line}`}
            label={t('pick.fewer_for', { number: part.order_number, count: part.quantity })}
            value={counts[place]}
            error={hasProblem}
            helperText={hasProblem ? t('pick.count_wrong', { max: part.quantity }) : undefined}
            slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
            onChange={({ target }) => setCounts(counts.map((each, at) => (at === place ? target.value : each)))}
          />
        );
      })}
    </FormDialog>
  );
}
