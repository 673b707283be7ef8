/** Dialog for the prices of a product: regular prices, promotions and deals, and group prices. */
import { Alert, Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import { formatMoney, senToText, textToSen } from '@shop/core/money';
import { useGetOne, useNotify } from 'ra-core';
import { useState } from 'react';
import type { ActionResult } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { AmountField, isAmount } from '../ui/AmountField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { formatError } from '../ui/format-error.ts';
import type { UndoOptions } from '../ui/Notifications.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { useAction } from '../ui/use-action.ts';
import {
  areEditsComplete,
  buildPriceBody,
  buildUndoBody,
  createSaleFields,
  goodsKeyOf,
  listOthersChanges,
  NO_EDITS,
  type PriceBody,
  type PricedGoods,
  type PriceEdits,
  type Prices,
  readSaleFields,
  type SaleFields,
} from './price-form.ts';
import { describeDifference, formatPercent } from './price-text.ts';

/** `code` is a SKU, barcode or slug. */
export function PricesDialog({ code, onClose }: { code: string; onClose(): void }) {
  const t = useText();
  const { data, error } = useGetOne<Prices>('prices', { id: code }, { retry: false });
  if (data !== undefined) return <PricesForm shop={data} onClose={onClose} />;
  return (
    <FormDialog title={t('prices.title')} submit={t('form.close')} onSubmit={onClose} onClose={onClose}>
      <p role="status">{error == null ? t('app.loading') : formatError(error, t)}</p>
    </FormDialog>
  );
}

function PricesForm({ shop, onClose }: { shop: Prices; onClose(): void }) {
  const t = useText();
  const lang = useLang();
  const notify = useNotify();
  const [change, isBusy] = useAction('prices', 'change');
  const [openedPrices] = useState(shop);
  const [edits, setEdits] = useState<PriceEdits>(NO_EDITS);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);

  const submit = async () => {
    setChecked(true);
    if (!areEditsComplete(edits) || reason.trim() === '') return;
    const body = buildPriceBody(shop, edits, reason);
    if (body === null) return notify(t('prices.same'), { type: 'info' });
    const result = await change(shop.id, body);
    if (result === null) return;
    const { version } = result.prices;
    const undo = () => undoChange(buildUndoBody(shop, body, { version, reason: t('undo.reason') }));
    report(result, t('form.saved'), undo);
    onClose();
  };
  const undoChange = async (body: PriceBody) => {
    const result = await change(shop.id, body);
    if (result !== null) report(result, t('undo.done'));
  };
  const report = ({ approval }: ActionResult<'prices', 'change'>, successText: string, onUndo?: () => unknown) => {
    const options: UndoOptions = { onUndo };
    if (approval === null) notify(successText, { type: 'success', ...options });
    else notify(t('prices.awaits'), { type: 'info' });
  };

  return (
    <FormDialog
      title={t('prices.of', { name: shop.name })}
      submit={t('prices.submit')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {shop.version !== openedPrices.version && (
        <Alert severity="warning">
          {t('prices.changed')}
          {listOthersChanges(openedPrices, shop).map(({ title, before, after, hasOtherSales }) => (
            <div key={title}>
              {title}: {before !== after && `${before === null ? t('prices.none') : formatMoney(before)} → `}
              {after === null ? t('prices.none') : formatMoney(after)}
              {hasOtherSales && `, ${t('prices.sales_changed')}`}
            </div>
          ))}
        </Alert>
      )}
      {shop.waiting.map(({ id, kind, change: waiting, requested_by }) =>
        kind === 'price_change' && 'differences' in waiting ? (
          <Alert severity="info" key={id}>
            {t('prices.waiting', { by: requested_by })}
            {waiting.differences.map((each) => {
              const text = describeDifference(each, t, lang);
              return <div key={text}>{text}</div>;
            })}
          </Alert>
        ) : null,
      )}
      {shop.goods.map((goods) => (
        <GoodsFields
          key={goodsKeyOf(goods)}
          goods={goods}
          hasTitle={shop.goods.length > 1}
          edits={edits}
          isChecked={isChecked}
          onChange={setEdits}
        />
      ))}
      {shop.group_prices.length > 0 && (
        <fieldset className="bare fields">
          <legend>{t('prices.groups')}</legend>
          {shop.group_prices.map(({ group, group_price }) => (
            <AmountField
              key={group}
              isOptional
              label={t('prices.group', { group })}
              value={edits.groups[group] ?? (group_price === null ? '' : senToText(group_price))}
              isChecked={isChecked}
              onChange={(text) => setEdits({ ...edits, groups: { ...edits.groups, [group]: text } })}
            />
          ))}
        </fieldset>
      )}
      <ReasonField label={t('form.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
    </FormDialog>
  );
}

function GoodsFields({
  goods,
  hasTitle,
  edits,
  isChecked,
  onChange,
}: {
  goods: PricedGoods;
  /** Whether the product has several goods, so that each is shown with its name. */
  hasTitle: boolean;
  edits: PriceEdits;
  isChecked: boolean;
  onChange(edits: PriceEdits): void;
}) {
  const t = useText();
  const key = goodsKeyOf(goods);
  const price = edits.prices[key] ?? senToText(goods.price);
  const sales = edits.sales[key] ?? readSaleFields(goods);
  const setSales = (next: readonly SaleFields[]) => onChange({ ...edits, sales: { ...edits.sales, [key]: next } });
  const percent = isAmount(price) ? formatPercent(goods.price, textToSen(price.trim())) : '';
  return (
    <fieldset className="bare fields">
      <legend>{hasTitle ? goods.title : t('prices.regular')}</legend>
      <AmountField
        label={t('prices.regular')}
        value={price}
        isChecked={isChecked}
        {...(percent !== '' && { hint: t('prices.was', { price: formatMoney(goods.price), percent }) })}
        onChange={(text) => onChange({ ...edits, prices: { ...edits.prices, [key]: text } })}
      />
      {sales.map((sale) => (
        <SaleFieldset
          key={sale.key}
          sale={sale}
          isChecked={isChecked}
          onChange={(next) => setSales(sales.map((each) => (each.key === sale.key ? next : each)))}
          onRemove={() => setSales(sales.filter((each) => each.key !== sale.key))}
        />
      ))}
      <div className="buttons">
        <Button color="secondary" onClick={() => setSales([...sales, createSaleFields()])}>
          {t('prices.add_sale')}
        </Button>
      </div>
    </fieldset>
  );
}

function SaleFieldset({
  sale,
  isChecked,
  onChange,
  onRemove,
}: {
  sale: SaleFields;
  isChecked: boolean;
  onChange(sale: SaleFields): void;
  onRemove(): void;
}) {
  const t = useText();
  const renderTimeField = (field: 'starts' | 'ends', label: string, hint: string) => (
    <TextField
      type="datetime-local"
      label={label}
      value={sale[field]}
      helperText={hint}
      slotProps={{ inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange({ ...sale, [field]: target.value })}
    />
  );
  return (
    <fieldset className="bare fields boxed">
      <legend>{t(sale.isDeal ? 'prices.deal' : 'prices.sale')}</legend>
      <AmountField
        label={t('prices.sale_price')}
        value={sale.price}
        isChecked={isChecked}
        onChange={(price) => onChange({ ...sale, price })}
      />
      <div className="times">
        {renderTimeField('starts', t('prices.starts'), t('prices.starts_hint'))}
        {renderTimeField('ends', t('prices.ends'), t('prices.ends_hint'))}
      </div>
      <FormControlLabel
        label={t('prices.is_deal')}
        control={<Checkbox checked={sale.isDeal} onChange={(_, isDeal) => onChange({ ...sale, isDeal })} />}
      />
      <div className="buttons">
        <Button color="secondary" onClick={onRemove}>
          {t('prices.remove_sale')}
        </Button>
      </div>
    </fieldset>
  );
}
