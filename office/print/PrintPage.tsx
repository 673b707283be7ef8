/** The print view of orders: one pick list for all, or a packing slip or label for each. */
import { Button } from '@mui/material';
import { useGetMany } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { formatError } from '../ui/format-error.ts';
import { Labels } from './Labels.tsx';
import { PackingSlips } from './PackingSlips.tsx';
import { PickList } from './PickList.tsx';

const SHEETS = {
  pick: { title: 'orders.print_pick', show: PickList },
  slip: { title: 'orders.print_slip', show: PackingSlips },
  label: { title: 'orders.print_label', show: Labels },
} as const;

const isSheet = (name: string): name is keyof typeof SHEETS => name in SHEETS;

export function PrintPage() {
  const t = useText();
  const navigate = useNavigate();
  const { sheet = '' } = useParams();
  const [parameters] = useSearchParams();
  const ids = (parameters.get('orders') ?? '').split(',').filter(Boolean);
  const { data, error, isPending } = useGetMany<StaffOrderRecord>('orders', { ids });
  const { title, show: Show } = SHEETS[isSheet(sheet) ? sheet : 'slip'];
  useEffect(() => {
    document.title = `${t(title)} ${ids.join(' ')}`;
  }, [t, title, ids]);
  if (isPending && ids.length > 0) return <LoadingPage />;
  return (
    <main className="print">
      <div className="print-bar">
        <h1>{t(title)}</h1>
        <span className="quiet grow">{t('print.count', { count: ids.length })}</span>
        <Button color="secondary" onClick={() => navigate(-1)}>
          {t('print.back')}
        </Button>
        <Button variant="contained" onClick={() => window.print()}>
          {t('print.print')}
        </Button>
      </div>
      {error !== null && <p role="alert">{formatError(error, t)}</p>}
      <Show orders={data ?? []} />
    </main>
  );
}
