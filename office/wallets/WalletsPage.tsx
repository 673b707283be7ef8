import { Button, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../i18n/text.ts';
import { Page } from '../ui/Page.tsx';

/** Finds a customer's wallets by email, phone or id. */
export function WalletsPage() {
  const t = useText();
  const navigate = useNavigate();
  const [customer, setCustomer] = useState('');
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (customer.trim() !== '') navigate(`/wallets/${encodeURIComponent(customer.trim())}`);
  };
  return (
    <Page title={t('menu.wallets')} sub={t('wallet.sub')}>
      <form className="card buttons" onSubmit={find}>
        <TextField
          className="grow"
          label={t('wallet.customer')}
          value={customer}
          onChange={({ target }) => setCustomer(target.value)}
        />
        <Button type="submit" variant="contained">
          {t('wallet.find')}
        </Button>
      </form>
    </Page>
  );
}
