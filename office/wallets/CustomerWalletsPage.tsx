/** A customer's points and coins: balances, latest entries, and a dialog to adjust them. */

import { Button, MenuItem, TextField } from '@mui/material';
import type { StaffWallets } from '@shop/contract/staff/staff-wallets';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import { formatMoney } from '@shop/core/money';
import { useGetOne, useNotify } from 'ra-core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { formatError } from '../ui/format-error.ts';
import { buildListUrl } from '../ui/list-url.ts';
import { Page } from '../ui/Page.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { useAction } from '../ui/use-action.ts';
import { WalletEntries } from './WalletEntries.tsx';

const KINDS: readonly WalletKind[] = ['point', 'store_credit'];

export function CustomerWalletsPage() {
  const t = useText();
  const { customer = '' } = useParams();
  const { data, error } = useGetOne<StaffWallets & { id: string }>('wallets', { id: customer });
  const [isAdjusting, setAdjusting] = useState(false);
  if (data === undefined) {
    return error === null ? (
      <LoadingPage />
    ) : (
      <div className="state" role="alert">
        <h1>{formatError(error, t)}</h1>
        <Button component={Link} to="/wallets">
          {t('wallet.again')}
        </Button>
      </div>
    );
  }
  const { customer: owner, balances, entries } = data;
  const contact = owner.email ?? owner.phone ?? '';
  return (
    <Page
      title={owner.name === '' ? contact : owner.name}
      sub={[owner.email, owner.phone].filter(Boolean).join(' · ')}
      actions={
        <>
          <Button color="secondary" component={Link} to={buildListUrl('/orders', { q: contact })}>
            {t('order.other_orders')}
          </Button>
          {may('staff.adjustWallet') && (
            <Button variant="contained" onClick={() => setAdjusting(true)}>
              {t('wallet.adjust')}
            </Button>
          )}
        </>
      }
    >
      <div className="columns halves">
        {KINDS.map((kind) => (
          <section className="card" key={kind} aria-label={t(`wallet.${kind}`)}>
            <h2>{t(`wallet.${kind}`)}</h2>
            <p className="figure">{balances[kind].balance.toLocaleString('en')}</p>
            <p className="quiet">
              {t('wallet.worth', { value: formatMoney(balances[kind].value), pending: balances[kind].pending })}
            </p>
          </section>
        ))}
      </div>
      <div className="later">
        <WalletEntries entries={entries} />
      </div>
      {isAdjusting && <AdjustWalletDialog customer={owner.id} onClose={() => setAdjusting(false)} />}
    </Page>
  );
}

function AdjustWalletDialog({ customer, onClose }: { customer: string; onClose(): void }) {
  const t = useText();
  const notify = useNotify();
  const [adjust, isBusy] = useAction('wallets', 'adjust');
  const [kind, setKind] = useState<WalletKind>('point');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isWhole = /^[+-]?\d{1,9}$/.test(amount.trim()) && Number(amount) !== 0;
  const submit = async () => {
    setChecked(true);
    if (!isWhole || reason.trim() === '') return;
    const body = { kind, amount: Number(amount), reason: reason.trim() };
    const result = await adjust(customer, body);
    if (result === null) return;
    notify(t(result.approval === null ? 'wallet.done_adjust' : 'wallet.awaits'), { type: 'success' });
    onClose();
  };
  const hasProblem = isChecked && !isWhole;
  return (
    <FormDialog
      title={t('wallet.adjust')}
      submit={t('wallet.adjust')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        select
        label={t('wallet.kind')}
        value={kind}
        onChange={({ target }) => setKind(target.value === 'point' ? 'point' : 'store_credit')}
      >
        {KINDS.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`wallet.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        required
        label={t('wallet.amount')}
        value={amount}
        error={hasProblem}
        helperText={t(hasProblem ? 'wallet.amount_wrong' : 'wallet.amount_hint')}
        onChange={({ target }) => setAmount(target.value)}
      />
      <ReasonField label={t('form.reason_shopper')} value={reason} isMissing={isChecked} onChange={setReason} />
    </FormDialog>
  );
}
