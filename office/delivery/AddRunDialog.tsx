import { TextField } from '@mui/material';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useAction } from '../ui/use-action.ts';
import { DriverLinkDialog } from './DriverLinkDialog.tsx';

/** Dialog that sends packed orders out with a driver, and then shows the driver's link. */
export function AddRunDialog({ orders, onClose }: { orders: readonly string[]; onClose(isDone: boolean): void }) {
  const t = useText();
  const [add, isBusy] = useAction('runs', 'add');
  const [driver, setDriver] = useState('');
  const [vehicle, setVehicle] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const isMissing = isChecked && driver.trim() === '';
  const submit = async () => {
    setChecked(true);
    if (driver.trim() === '') return;
    const body = { driver: driver.trim(), vehicle: vehicle.trim() || null, order_ids: [...orders] };
    const result = await add('', body);
    if (result !== null) setLink(result.link);
  };
  if (link !== null) return <DriverLinkDialog link={link} onClose={() => onClose(true)} />;
  return (
    <FormDialog
      title={t('delivery.add_run', { count: orders.length })}
      submit={t('delivery.send_out')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      <TextField
        autoFocus
        required
        label={t('delivery.driver')}
        value={driver}
        error={isMissing}
        helperText={isMissing ? t('form.required') : undefined}
        slotProps={{ htmlInput: { maxLength: 80 } }}
        onChange={({ target }) => setDriver(target.value)}
      />
      <TextField
        label={t('delivery.vehicle')}
        value={vehicle}
        slotProps={{ htmlInput: { maxLength: 40 } }}
        onChange={({ target }) => setVehicle(target.value)}
      />
    </FormDialog>
  );
}
