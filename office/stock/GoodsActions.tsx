/** Sets the stock of goods, changes their product's prices, or takes it off sale. */
import { Button, TextField } from '@mui/material';
import type { StockLevel } from '@shop/contract/staff/staff-today';
import { useState } from 'react';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { PricesDialog } from '../stock/PricesDialog.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { useAction } from '../ui/use-action.ts';
import { goodsName } from './stock-text.ts';

export function StockActions({ level }: { level: StockLevel }) {
  const t = useText();
  const [step, setStep] = useState<'adjust' | 'prices' | 'off_sale' | null>(null);
  const name = goodsName(level);
  // An option without a SKU has no code: its product's address names the product alone.
  const code = level.sku ?? (level.variation_option_id === null ? level.slug : null);
  const close = () => setStep(null);
  return (
    <span className="buttons">
      {code !== null && (
        <Button color="secondary" aria-label={`${t('today.adjust')}: ${name}`} onClick={() => setStep('adjust')}>
          {t('today.adjust')}
        </Button>
      )}
      {may('staff.changePrices') && (
        <Button color="secondary" aria-label={`${t('prices.title')}: ${name}`} onClick={() => setStep('prices')}>
          {t('prices.title')}
        </Button>
      )}
      <Button color="secondary" aria-label={`${t('today.off_sale')}: ${name}`} onClick={() => setStep('off_sale')}>
        {t('today.off_sale')}
      </Button>
      {step === 'adjust' && code !== null && <Adjust name={name} code={code} onClose={close} />}
      {step === 'prices' && <PricesDialog code={level.slug} onClose={close} />}
      {step === 'off_sale' && <OffSale name={level.name} code={level.slug} onClose={close} />}
    </span>
  );
}

type StepProps = { name: string; code: string; onClose(): void };

function Adjust({ name, code, onClose }: StepProps) {
  const t = useText();
  const [set, isBusy] = useAction('stock', 'set');
  const [quantity, setQuantity] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isCount = /^\d{1,6}$/.test(quantity.trim());
  const submit = async () => {
    setChecked(true);
    if (!isCount || reason.trim() === '') return;
    const done = await set('', { code, quantity: Number(quantity), reason: reason.trim() }, t('form.saved'));
    if (done !== null) onClose();
  };
  const hasProblem = isChecked && !isCount;
  return (
    <FormDialog
      title={t('today.adjust_title', { name })}
      submit={t('stock.set')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required
        label={t('stock.quantity')}
        value={quantity}
        error={hasProblem}
        helperText={t(hasProblem ? 'stock.quantity_wrong' : 'stock.quantity_hint')}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        onChange={({ target }) => setQuantity(target.value)}
      />
      <ReasonField label={t('form.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
    </FormDialog>
  );
}

function OffSale({ name, code, onClose }: StepProps) {
  const t = useText();
  const [set, isBusy] = useAction('stock', 'setOnSale');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    const done = await set(
      '',
      { code, on_sale: false, reason: reason.trim() },
      t('stock.done_off', { product: name }),
      ({ slug, was_on_sale }) =>
        was_on_sale ? () => set('', { code: slug, on_sale: true, reason: t('undo.reason') }, t('undo.done')) : null,
    );
    if (done !== null) onClose();
  };
  return (
    <FormDialog
      title={t('today.off_sale_title', { name })}
      submit={t('stock.off')}
      isBusy={isBusy}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField isFirst label={t('form.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
    </FormDialog>
  );
}
