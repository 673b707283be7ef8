import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material';
import { formatMoney } from '@shop/core/money';
import { useState } from 'react';
import type { ActionBody, StaffOrderRecord } from '../../api/data-provider.ts';
import { useText } from '../../i18n/text.ts';
import { AmountField, isAmount } from '../../ui/AmountField.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ReasonField } from '../../ui/ReasonField.tsx';
import { useAction } from '../../ui/use-action.ts';

const KINDS = ['items', 'goodwill', 'whole_order'] as const;
type RefundKind = (typeof KINDS)[number];
type RefundBody = ActionBody<'orders', 'refund'>;

const itemKeyOf = ({ id, variation_option_id }: StaffOrderRecord['items'][number]) => `${id} ${variation_option_id}`;

/** Dialog that requests a refund of units, of an amount, or of all that is left; finance approves it. */
export function RefundOrderDialog({ order, onClose }: { order: StaffOrderRecord; onClose(): void }) {
  const t = useText();
  const [refund, isBusy] = useAction('orders', 'refund');
  const [kind, setKind] = useState<RefundKind>('items');
  const [units, setUnits] = useState<Record<string, number>>({});
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [restock, setRestock] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const refundItems = order.items.filter((item) => (units[itemKeyOf(item)] ?? 0) > 0);

  /** Builds the request; null if a field is missing or invalid. */
  const buildBody = (): RefundBody | null => {
    const comment = reason.trim();
    if (comment === '') return null;
    if (kind === 'goodwill') return isAmount(amount) ? { of: kind, amount: amount.trim(), comment } : null;
    if (kind === 'whole_order') return { of: kind, comment, restock };
    if (refundItems.length === 0) return null;
    const items = refundItems.map((item) => ({
      id: item.id,
      variation_option_id: item.variation_option_id,
      quantity: units[itemKeyOf(item)] ?? 0,
    }));
    return { of: kind, items, comment, restock };
  };
  const submit = async () => {
    setChecked(true);
    const body = buildBody();
    if (body !== null && (await refund(order.id, body, t('order.done_refund'))) !== null) onClose();
  };
  const isWithoutItems = isChecked && kind === 'items' && refundItems.length === 0;
  return (
    <FormDialog
      title={t('refund.title', { number: order.order_number })}
      submit={t('refund.submit')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('refund.text')}</p>
      <FormControl>
        <FormLabel id="refund-of">{t('refund.of')}</FormLabel>
        <RadioGroup
          row
          aria-labelledby="refund-of"
          value={kind}
          onChange={(_, value) => setKind(KINDS.find((each) => each === value) ?? 'items')}
        >
          {KINDS.map((each) => (
            <FormControlLabel key={each} value={each} control={<Radio />} label={t(`refund.${each}`)} />
          ))}
        </RadioGroup>
      </FormControl>
      {kind === 'items' && (
        <div>
          {order.items.map((item) => (
            <div className="row" key={itemKeyOf(item)}>
              <img className="picture" src={item.image.thumbnail} alt="" loading="lazy" />
              <div className="grow">
                <b>{item.name}</b>
                <div className="quiet small">
                  {formatMoney(item.final_price)} · {t('refund.ordered', { count: item.quantity })}
                </div>
                {item.replaced_by !== null && (
                  <div className="small">
                    {t('refund.replaced', { quantity: item.replaced_by.quantity, name: item.replaced_by.name })}
                  </div>
                )}
              </div>
              <TextField
                className="units"
                type="number"
                value={units[itemKeyOf(item)] ?? 0}
                slotProps={{
                  htmlInput: {
                    min: 0,
                    max: item.quantity,
                    'aria-label': t('refund.quantity', { name: item.name }),
                  },
                }}
                onChange={({ target }) =>
                  setUnits({
                    ...units,
                    [itemKeyOf(item)]: Math.max(0, Math.min(item.quantity, Math.trunc(Number(target.value)) || 0)),
                  })
                }
              />
            </div>
          ))}
          {isWithoutItems && <FormHelperText error>{t('refund.items_needed')}</FormHelperText>}
        </div>
      )}
      {kind === 'goodwill' && (
        <AmountField label={t('form.amount')} value={amount} isChecked={isChecked} onChange={setAmount} />
      )}
      <ReasonField label={t('form.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
      {kind !== 'goodwill' && (
        <FormControlLabel
          label={t('refund.restock')}
          control={<Checkbox checked={restock} onChange={(_, checked) => setRestock(checked)} />}
        />
      )}
    </FormDialog>
  );
}
