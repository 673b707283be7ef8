/** The balances of all wallets and their value in money, with a check that the entries add up to them. */

import { Alert, Button } from '@mui/material';
import type { ResponseOf } from '@shop/contract/api/client';
import { formatMoney } from '@shop/core/money';
import { useGetOne } from 'ra-core';
import { useState } from 'react';
import type { ActionResult } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { formatError } from '../ui/format-error.ts';
import { Page } from '../ui/Page.tsx';
import { useAction } from '../ui/use-action.ts';
import { MoneyTabs } from './MoneyTabs.tsx';

type LiabilityResponse = ResponseOf<'staff.walletLiability'> & { id: string };

export function LiabilityPage() {
  const t = useText();
  const { data, error } = useGetOne<LiabilityResponse>('liability', { id: 'all' });
  const [check, isBusy] = useAction('wallets', 'check');
  const [result, setResult] = useState<ActionResult<'wallets', 'check'> | null>(null);
  return (
    <Page
      title={t('menu.money')}
      sub={t('liability.sub')}
      actions={
        <Button color="secondary" loading={isBusy} onClick={async () => setResult(await check('', undefined))}>
          {t('liability.check')}
        </Button>
      }
    >
      <MoneyTabs />
      {result !== null && (
        <Alert className="below" severity={result.wrong.length === 0 ? 'success' : 'error'}>
          {result.wrong.length === 0
            ? t('liability.right', { count: result.wallets })
            : t('liability.wrong', { customers: result.wrong.map(({ customer_id }) => customer_id).join(', ') })}
        </Alert>
      )}
      {error !== null && <p role="alert">{formatError(error, t)}</p>}
      {data === undefined && error === null && <LoadingPage />}
      {data !== undefined && (
        <div className="columns halves">
          {(['point', 'store_credit'] as const).map((kind) => (
            <section className="card" key={kind} aria-label={t(`wallet.${kind}`)}>
              <h2>{t(`wallet.${kind}`)}</h2>
              <dl className="money">
                <dt>{t('liability.wallets')}</dt>
                <dd>{data[kind].wallets.toLocaleString('en')}</dd>
                <dt>{t('liability.balance')}</dt>
                <dd>{data[kind].balance.toLocaleString('en')}</dd>
                <dt>{t('liability.negative')}</dt>
                <dd>{data[kind].negative.toLocaleString('en')}</dd>
                <dt>{t('liability.pending')}</dt>
                <dd>{data[kind].pending.toLocaleString('en')}</dd>
                <dt className="total">{t('liability.value')}</dt>
                <dd className="total">{formatMoney(data[kind].value)}</dd>
              </dl>
            </section>
          ))}
        </div>
      )}
    </Page>
  );
}
