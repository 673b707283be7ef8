/** Dialog that replaces missing goods of one order by goods in stock, the most similar first. */
import { Checkbox, FormControlLabel, MenuItem, Radio, TextField } from '@mui/material';
import type { PickLine } from '@shop/contract/staff/staff-picking';
import { formatMoney } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runAction } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { formatError } from '../ui/format-error.ts';
import type { PickStep } from './pick-queue.ts';

export function ReplaceItemDialog({
  line,
  name,
  onSteps,
  onClose,
}: {
  line: PickLine;
  name: string;
  onSteps(steps: readonly PickStep[]): void;
  onClose(): void;
}) {
  const t = useText();
  const lang = useLang();
  const [at, setAt] = useState(0);
  const [text, setText] = useState('');
  const [choice, setChoice] = useState<string | null>(null);
  const part = line.orders[at] ?? line.orders[0];
  const [foundUnits, setFoundUnits] = useState('0');
  const [units, setUnits] = useState(String(part?.quantity ?? 1));
  const [isAgreed, setAgreed] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const q = text.trim() === '' ? undefined : text.trim();
  const { data, error } = useQuery({
    queryKey: ['replacements', part?.order_id, part?.line, q],
    queryFn: () => runAction('picking', 'suggest', part?.order_id ?? '', { line: part?.line ?? '', q }),
    networkMode: 'always',
    refetchInterval: false,
  });
  if (part === undefined) return null;
  const optionKeyOf = (option: { id: string; variation_option_id: string | null }) =>
    `${option.id} ${option.variation_option_id}`;
  const option = data?.find((each) => optionKeyOf(each) === choice);
  const needsAgreement = part.if_missing !== 'replace';
  const isCount = /^[1-9]\d{0,5}$/.test(units.trim());
  // A replacement replaces at least one unit.
  const maxFoundUnits = part.quantity - 1;
  const isFoundCount = /^\d{1,6}$/.test(foundUnits.trim()) && Number(foundUnits) <= maxFoundUnits;
  const enterFoundUnits = (text: string) => {
    setFoundUnits(text);
    if (/^\d{1,6}$/.test(text.trim()) && Number(text) <= maxFoundUnits) setUnits(String(part.quantity - Number(text)));
  };
  const submit = () => {
    setChecked(true);
    if (option === undefined || !isCount || !isFoundCount || (needsAgreement && !isAgreed)) return;
    const product = { id: option.id, variation_option_id: option.variation_option_id };
    onSteps([
      {
        kind: 'replace',
        order: part.order_id,
        line: part.line,
        body: { product, quantity: Number(units), quantity_found: Number(foundUnits), shopper_agreed: isAgreed },
      },
    ]);
    onClose();
  };
  return (
    <FormDialog
      title={t('pick.replace_title', { name })}
      submit={t('pick.replace')}
      onSubmit={submit}
      onClose={onClose}
    >
      {line.orders.length > 1 && (
        <TextField
          select
          label={t('pick.replace_for')}
          value={at}
          onChange={({ target }) => {
            const next = Number(target.value);
            setAt(next);
            setFoundUnits('0');
            setUnits(String(line.orders[next]?.quantity ?? 1));
          }}
        >
          {line.orders.map((each, place) => (
            <MenuItem key={`${each.order_id} ${each.line}`} value={place}>
              {t('pick.part', { quantity: each.quantity, number: each.order_number, bag: each.bag })}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField label={t('pick.replace_search')} value={text} onChange={({ target }) => setText(target.value)} />
      {error !== null && <p role="alert">{formatError(error, t)}</p>}
      {data === undefined && error === null && <p role="status">{t('app.loading')}</p>}
      {data?.length === 0 && <p className="quiet">{t('pick.replace_none')}</p>}
      <fieldset className="bare options">
        <legend className="hidden-text">{t('pick.choose')}</legend>
        {data?.map((each) => (
          <FormControlLabel
            key={optionKeyOf(each)}
            control={
              <Radio
                checked={choice === optionKeyOf(each)}
                onChange={() => setChoice(optionKeyOf(each))}
                name="product"
              />
            }
            label={
              <span className="option">
                <img className="picture" src={each.image.thumbnail} alt="" />
                <span className="grow">
                  <b>{(lang === 'zh' ? each.name_zh : null) ?? each.name_en}</b>
                  <span className="quiet small block">
                    {[
                      (lang === 'zh' ? each.variant_zh : null) ?? each.variant_en,
                      each.shelf,
                      formatMoney(each.price),
                      each.is_dearer ? t('pick.dearer') : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </span>
            }
          />
        ))}
      </fieldset>
      {isChecked && option === undefined && <p role="alert">{t('pick.choose')}</p>}
      {maxFoundUnits > 0 && (
        <TextField
          label={t('pick.replace_found', { count: part.quantity })}
          value={foundUnits}
          error={isChecked && !isFoundCount}
          helperText={isChecked && !isFoundCount ? t('pick.count_wrong', { max: maxFoundUnits }) : undefined}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
          onChange={({ target }) => enterFoundUnits(target.value)}
        />
      )}
      <TextField
        label={t('pick.replace_units')}
        value={units}
        error={isChecked && !isCount}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        onChange={({ target }) => setUnits(target.value)}
      />
      {needsAgreement && (
        <FormControlLabel
          control={<Checkbox checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)} />}
          label={t('pick.agreed')}
        />
      )}
      {isChecked && needsAgreement && !isAgreed && <p role="alert">{t('pick.agreed_needed')}</p>}
    </FormDialog>
  );
}
