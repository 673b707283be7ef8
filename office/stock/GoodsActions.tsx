/** Sets the stock of goods, changes their product's prices, and takes it off sale or puts it back. */
import { Button, TextField } from '@mui/material';
import { useState } from 'react';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { useAction } from '../ui/use-action.ts';
import { goodsName } from './goods-text.ts';
import { PricesDialog } from './PricesDialog.tsx';

/** A product or one of its options. */
export type Goods = {
  product_id: string;
  variation_option_id: string | null;
  slug: string;
  name: string;
  variant: string | null;
  /** Null: it has no stock of its own. */
  quantity: number | null;
};

type Step = 'stock' | 'prices' | 'sale';

export function GoodsActions({ goods, isOnSale }: { goods: Goods; isOnSale: boolean }) {
  const t = useText();
  const [step, setStep] = useState<Step | null>(null);
  const name = goodsName(goods);
  const button = (of: Step, text: string) => (
    <Button color="secondary" aria-label={`${text}: ${name}`} onClick={() => setStep(of)}>
      {text}
    </Button>
  );
  const close = () => setStep(null);
  return (
    <span className="buttons">
      {goods.quantity !== null && button('stock', t('stock.set'))}
      {may('staff.changePrices') && button('prices', t('prices.title'))}
      {button('sale', t(isOnSale ? 'stock.off' : 'stock.on'))}
      {step === 'stock' && goods.quantity !== null && (
        <SetStockDialog goods={goods} quantity={goods.quantity} onClose={close} />
      )}
      {step === 'prices' && <PricesDialog code={goods.slug} onClose={close} />}
      {step === 'sale' && <SetOnSaleDialog goods={goods} isOnSale={isOnSale} onClose={close} />}
    </span>
  );
}

const MAX_STOCK = 1_000_000;

function SetStockDialog({ goods, quantity, onClose }: { goods: Goods; quantity: number; onClose(): void }) {
  const t = useText();
  const [set, isBusy] = useAction('stock', 'set');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isCount = /^\d{1,7}$/.test(text.trim()) && Number(text) <= MAX_STOCK;
  const product = { id: goods.product_id, variation_option_id: goods.variation_option_id };
  const name = goodsName(goods);
  const submit = async () => {
    setChecked(true);
    if (!isCount || reason.trim() === '') return;
    const done = await set(
      '',
      { product, quantity: Number(text), former: quantity, reason: reason.trim() },
      t('stock.done', { product: name, before: quantity, quantity: Number(text) }),
      // What was sold meanwhile is not put back: the shop refuses another former stock.
      ({ before, quantity: former }) =>
        before < 0 || before === former
          ? null
          : () => set('', { product, quantity: before, former, reason: t('undo.reason') }, t('undo.done')),
    );
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
      <p>{t('stock.now', { quantity })}</p>
      <TextField
        autoFocus
        required
        label={t('stock.quantity')}
        value={text}
        error={hasProblem}
        helperText={t(hasProblem ? 'stock.quantity_wrong' : 'stock.quantity_hint')}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        onChange={({ target }) => setText(target.value)}
      />
      <ReasonField label={t('form.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
    </FormDialog>
  );
}

function SetOnSaleDialog({ goods, isOnSale, onClose }: { goods: Goods; isOnSale: boolean; onClose(): void }) {
  const t = useText();
  const [set, isBusy] = useAction('stock', 'setOnSale');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { name, slug } = goods;
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    const done = await set(
      '',
      { code: slug, on_sale: !isOnSale, reason: reason.trim() },
      t(isOnSale ? 'stock.done_off' : 'stock.done_on', { product: name }),
      ({ on_sale, was_on_sale }) =>
        was_on_sale === on_sale
          ? null
          : () => set('', { code: slug, on_sale: was_on_sale, reason: t('undo.reason') }, t('undo.done')),
    );
    if (done !== null) onClose();
  };
  return (
    <FormDialog
      title={t(isOnSale ? 'today.off_sale_title' : 'stock.on_title', { name })}
      submit={t(isOnSale ? 'stock.off' : 'stock.on')}
      isBusy={isBusy}
      isDangerous={isOnSale}
      onSubmit={submit}
      onClose={onClose}
    >
      {goods.variation_option_id !== null && <p>{t('stock.with_options')}</p>}
      <ReasonField isFirst label={t('form.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
    </FormDialog>
  );
}
