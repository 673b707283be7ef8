/** Outlets with their numbers of referred customers and their referral links. Outlet managers see their own. */
import { Button } from '@mui/material';
import { useGetList } from 'ra-core';
import { useState } from 'react';
import { useOutlets } from '../accounts/OutletField.tsx';
import type { RecordOf } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Page } from '../ui/Page.tsx';
import { useAction } from '../ui/use-action.ts';
import { useRecord } from '../ui/use-record.ts';
import { ReferralLinkDialog } from './ReferralLinkDialog.tsx';

type OwnOutlet = { id: string; outlet: string | null };
type OpenedLink = { outlet: string; url: string };

export function OutletsPage() {
  const t = useText();
  const outlets = useOutlets();
  const account = useRecord<OwnOutlet>('me', 'own');
  const referrals = useGetList<RecordOf<'storeReferrals'> & { id: string }>('storeReferrals');
  const [read, isBusy] = useAction('storeReferrals', 'readLink');
  const [link, setLink] = useState<OpenedLink | null>(null);
  const error = account.error ?? referrals.error;
  const ownOutlets = outlets.filter(({ id }) => account.data?.outlet == null || id === account.data.outlet);
  const open = async (outlet: string, code: string) => {
    const answer = await read(code, undefined);
    if (answer !== null) setLink({ outlet, url: answer.url });
  };
  return (
    <Page title={t('menu.outlets')} sub={t('outlet.sub')}>
      {error !== null && (
        <LoadFailure error={error} onRetry={() => Promise.all([account.refetch(), referrals.refetch()])} />
      )}
      {account.data !== undefined && referrals.data !== undefined && (
        <section className="card" aria-label={t('menu.outlets')}>
          {ownOutlets.map(({ id, name }) => (
            <div className="row" key={id}>
              <div className="grow">
                <b>{name}</b>
                <div className="quiet small">
                  {t('outlet.customers', {
                    count: referrals.data.find(({ outlet }) => outlet === id)?.customers ?? 0,
                  })}
                </div>
              </div>
              <Button
                color="secondary"
                disabled={isBusy}
                aria-label={t('outlet.link_of', { outlet: name })}
                onClick={() => open(name, id)}
              >
                {t('outlet.link')}
              </Button>
            </div>
          ))}
        </section>
      )}
      {link !== null && <ReferralLinkDialog {...link} onClose={() => setLink(null)} />}
    </Page>
  );
}
