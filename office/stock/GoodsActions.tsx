/** Buttons that set the stock of goods, change the prices of their product, and take it off sale or put it back. */
import { Button, TextField } from '@mui/material';
import { useState } from 'react';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { useAction } from '../ui/use-action.ts';
import { formatGoodsName } from './goods-text.ts';
import { PricesDialog } from './PricesDialog.tsx';

/** A product or one of its options, with its stock. */
export type GoodsWithStock = {
  product_id: string;
  variation_option_id: string | null;
  slug: string;
  name: string;
  variant: string | null;
  /** Null for goods without stock of their own. */
  quantity: number | null;
};

type GoodsDialogName = 'stock' | 'prices' | 'sale';

export function GoodsActions({ goods, isOnSale }: { goods: GoodsWithStock; isOnSale: boolean }) {
  const t = useText();
  const [dialog, setDialog] = useState<GoodsDialogName | null>(null);
  const name = formatGoodsName(goods);
  const renderButton = (of: GoodsDialogName, text: string) => (
    <Button color="secondary" aria-label={`${text}: ${name}`} onClick={() => setDialog(of)}>
      {text}
    </Button>
  );
  const close = () => setDialog(null);
  return (
    <span className="buttons">
      {goods.quantity !== null && renderButton('stock', t('stock.set'))}
      {may('staff.changePrices') && renderButton('prices', t('prices.title'))}
      {renderButton('sale', t(isOnSale ? 'stock.off' : 'stock.on'))}
      {dialog === 'stock' && goods.quantity !== null && (
        <SetStockDialog goods={goods} quantity={goods.quantity} onClose={close} />
      )}
      {dialog === 'prices' && <PricesDialog code={goods.slug} onClose={close} />}
      {dialog === 'sale' && <SetOnSaleDialog goods={goods} isOnSale={isOnSale} onClose={close} />}
    </span>
  );
}

const MAX_STOCK = 1_000_000;

function SetStockDialog({ goods, quantity, onClose }: { goods: GoodsWithStock; quantity: number; onClose(): void }) {
  const t = useText();
  const [set, isBusy] = useAction('stock', 'set');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isCount = /^\d{1,7}$/.test(text.trim()) && Number(text) <= MAX_STOCK;
  const product = { id: goods.product_id, variation_option_id: goods.variation_option_id };
  const name = formatGoodsName(goods);
  const submit = async () => {
    setChecked(true);
    if (!isCount || reason.trim() === '') return;
    const result = await set(
      '',
      { product, quantity: Number(text), former: quantity, reason: reason.trim() },
      t('stock.done', { product: name, before: quantity, quantity: Number(text) }),
      // If units were sold meanwhile, the shop refuses the undo, because `former` is no longer the stock.
      ({ before, quantity: former }) =>
        before < 0 || before === former
          ? null
          : () => set('', { product, quantity: before, former, reason: t('undo.reason') }, t('undo.done')),
    );
    if (result !== null) onClose();
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

function SetOnSaleDialog({ goods, isOnSale, onClose }: { goods: GoodsWithStock; isOnSale: boolean; onClose(): void }) {
  const t = useText();
  const [set, isBusy] = useAction('stock', 'setOnSale');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { name, slug } = goods;
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    const result = await set(
      '',
      { code: slug, on_sale: !isOnSale, reason: reason.trim() },
      t(isOnSale ? 'stock.done_off' : 'stock.done_on', { product: name }),
      ({ on_sale, was_on_sale }) =>
        was_on_sale === on_sale
          ? null
          : () => set('', { code: slug, on_sale: was_on_sale, reason: t('undo.reason') }, t('undo.done')),
    );
    if (result !== null) onClose();
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
