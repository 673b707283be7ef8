/** Sets the stock of a product or option, and takes products off sale or puts them back on sale. */
import { Button, TextField } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { may } from '../api/endpoint-roles.ts';
import { RecordLink } from '../audit/RecordLink.tsx';
import { useText } from '../i18n/text.ts';
import { Page } from '../ui/Page.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { useAction } from '../ui/use-action.ts';
import { PricesDialog } from './PricesDialog.tsx';
import { StockTabs } from './StockTabs.tsx';

export function StockPage() {
  const t = useText();
  return (
    <Page title={t('menu.stock')} sub={t('stock.sub')}>
      <StockTabs />
      <div className="columns halves">
        <SetStock />
        {may('staff.changePrices') && <ShowPrices />}
        <SetOnSale />
      </div>
    </Page>
  );
}

function StockForm({ title, onSubmit, children }: { title: string; onSubmit(): void; children: ReactNode }) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="card" onSubmit={send} noValidate aria-label={title}>
      <h2>{title}</h2>
      <div className="fields">{children}</div>
    </form>
  );
}

function CodeField({
  value,
  isMissing,
  onChange,
}: {
  value: string;
  isMissing: boolean;
  onChange(text: string): void;
}) {
  const t = useText();
  const hasProblem = isMissing && value.trim() === '';
  return (
    <TextField
      required
      label={t('stock.code')}
      value={value}
      error={hasProblem}
      helperText={t(hasProblem ? 'form.required' : 'stock.code_hint')}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const MAX_STOCK = 1_000_000;

function SetStock() {
  const t = useText();
  const [set, isBusy] = useAction('stock', 'set');
  const [code, setCode] = useState('');
  const [quantity, setQuantity] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [result, setResult] = useState('');
  const [product, setProduct] = useState<string | null>(null);
  const isCount = /^\d{1,7}$/.test(quantity.trim()) && Number(quantity) <= MAX_STOCK;
  const submit = async () => {
    setChecked(true);
    if (code.trim() === '' || !isCount || reason.trim() === '') return;
    const done = await set('', { code: code.trim(), quantity: Number(quantity), reason: reason.trim() });
    if (done === null) return;
    setResult(t('stock.done', { product: done.slug, before: done.before, quantity: done.quantity }));
    setProduct(done.slug);
    setCode('');
    setQuantity('');
    setChecked(false);
  };
  const hasProblem = isChecked && !isCount;
  return (
    <StockForm title={t('stock.set')} onSubmit={submit}>
      <CodeField value={code} isMissing={isChecked} onChange={setCode} />
      <TextField
        required
        label={t('stock.quantity')}
        value={quantity}
        error={hasProblem}
        helperText={t(hasProblem ? 'stock.quantity_wrong' : 'stock.quantity_hint')}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        onChange={({ target }) => setQuantity(target.value)}
      />
      <ReasonField label={t('form.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
      <Button type="submit" variant="contained" loading={isBusy}>
        {t('stock.set')}
      </Button>
      <p role="status">{result}</p>
      {product !== null && <RecordLink subject={`product ${product}`} />}
    </StockForm>
  );
}

function SetOnSale() {
  const t = useText();
  const [set, isBusy] = useAction('stock', 'setOnSale');
  const [code, setCode] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [product, setProduct] = useState<string | null>(null);
  const submit = async (on_sale: boolean) => {
    setChecked(true);
    if (code.trim() === '' || reason.trim() === '') return;
    const done = await set(
      '',
      { code: code.trim(), on_sale, reason: reason.trim() },
      t(on_sale ? 'stock.done_on' : 'stock.done_off', { product: code.trim() }),
      ({ slug, was_on_sale }) =>
        was_on_sale === on_sale
          ? null
          : () => set('', { code: slug, on_sale: was_on_sale, reason: t('undo.reason') }, t('undo.done')),
    );
    if (done === null) return;
    setProduct(done.slug);
    setCode('');
    setChecked(false);
  };
  return (
    <StockForm title={t('stock.sale')} onSubmit={() => submit(false)}>
      <CodeField value={code} isMissing={isChecked} onChange={setCode} />
      <ReasonField label={t('form.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
      <div className="buttons">
        <Button type="submit" variant="contained" loading={isBusy}>
          {t('stock.off')}
        </Button>
        <Button color="secondary" disabled={isBusy} onClick={() => submit(true)}>
          {t('stock.on')}
        </Button>
      </div>
      {product !== null && <RecordLink subject={`product ${product}`} />}
    </StockForm>
  );
}

function ShowPrices() {
  const t = useText();
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const submit = () => {
    setChecked(true);
    if (code.trim() !== '') setShown(code.trim());
  };
  return (
    <StockForm title={t('prices.title')} onSubmit={submit}>
      <CodeField value={code} isMissing={isChecked} onChange={setCode} />
      <Button type="submit" variant="contained">
        {t('prices.show')}
      </Button>
      {shown !== null && <PricesDialog code={shown} onClose={() => setShown(null)} />}
    </StockForm>
  );
}
