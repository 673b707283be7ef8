/** Compares a settlement file of the gateway with the shop's payments and refunds. */

import { Alert, Button, TextField } from '@mui/material';
import { formatMoney } from '@shop/core/money';
import { type DragEvent, useRef, useState } from 'react';
import type { ActionResult } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import { Page } from '../ui/Page.tsx';
import { useAction } from '../ui/use-action.ts';
import { MoneyTabs } from './MoneyTabs.tsx';

type ReconcileResult = ActionResult<'settlement', 'reconcile'>;

export function ReconcilePage() {
  const t = useText();
  const [reconcile, isBusy] = useAction('settlement', 'reconcile');
  const [days, setDays] = useState({ from: '', to: '' });
  const [isOver, setOver] = useState(false);
  const [comparison, setComparison] = useState<{ name: string; result: ReconcileResult } | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const compare = async (file: File | undefined) => {
    setOver(false);
    if (file === undefined) return;
    const csv = await file.text();
    const result = await reconcile('', { csv, from: days.from || undefined, to: days.to || undefined });
    if (result !== null) setComparison({ name: file.name, result });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    compare(event.dataTransfer.files[0]);
  };
  return (
    <Page title={t('menu.money')} sub={t('reconcile.sub')}>
      <MoneyTabs />
      <div className="filters">
        {(['from', 'to'] as const).map((day) => (
          <TextField
            key={day}
            className="filter"
            type="date"
            label={t(`money.${day}`)}
            value={days[day]}
            slotProps={{ inputLabel: { shrink: true } }}
            onChange={({ target }) => setDays({ ...days, [day]: target.value })}
          />
        ))}
        <span className="quiet small">{t('reconcile.days')}</span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without a mouse */}
      <div
        className={isOver ? 'card drop drop-over' : 'card drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>{t('reconcile.drop')}</p>
        <input
          ref={input}
          className="hidden-text"
          type="file"
          accept=".csv,text/csv"
          aria-label={t('reconcile.choose')}
          tabIndex={-1}
          onChange={({ target }) => {
            compare(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button variant="contained" loading={isBusy} onClick={() => input.current?.click()}>
          {t('reconcile.choose')}
        </Button>
      </div>
      {comparison !== null && <Differences name={comparison.name} result={comparison.result} />}
    </Page>
  );
}

function Differences({ name, result }: { name: string; result: ReconcileResult }) {
  const t = useText();
  const { matched, differs, refunds_differ, problems } = result;
  const count = differs.length + refunds_differ.length;
  return (
    <section className="card later" aria-labelledby="compared">
      <h2 id="compared">{name}</h2>
      <Alert severity={count + problems.length === 0 ? 'success' : 'warning'}>
        {t('reconcile.matched', { matched })} {t('reconcile.differs', { count })}
      </Alert>
      {differs.map(({ line, reference, kind, there, here }) => (
        <div className="row" key={`${line} ${reference}`}>
          <div className="grow">
            <b>{t(`difference.${kind}`)}</b>
            <div className="quiet small">{t('reconcile.line', { line, reference })}</div>
          </div>
          {here !== null && <OrderLink number={here.order_number} />}
          <span>
            {here === null
              ? formatMoney(there.amount)
              : t('reconcile.amounts', { there: formatMoney(there.amount), here: formatMoney(here.amount) })}
          </span>
        </div>
      ))}
      {refunds_differ.map(({ line, reference, kind, amount, here }) => (
        <div className="row" key={`refund ${line} ${reference}`}>
          <div className="grow">
            <b>{t(`difference.${kind}`)}</b>
            <div className="quiet small">{t('reconcile.line', { line, reference })}</div>
          </div>
          {here !== null && <OrderLink number={here.order_number} />}
          <span>{formatMoney(amount)}</span>
        </div>
      ))}
      {problems.map(({ line, reason }) => (
        <div className="row" key={`problem ${line} ${reason}`}>
          <span className="grow">{reason}</span>
          <span className="quiet small">{t('reconcile.problem', { line })}</span>
        </div>
      ))}
    </section>
  );
}
