/** The signed-in account: second factor, sessions and password. */

import { Button, TextField } from '@mui/material';
import type { ResponseOf } from '@shop/contract/api/client';
import { formatDateTime } from '@shop/core/dates';
import { formatDeviceName } from '@shop/core/identity/device-name';
import { useGetList, useGetOne } from 'ra-core';
import { type FormEvent, useState } from 'react';
import type { RecordOf } from '../api/data-provider.ts';
import { currentSession } from '../api/session.ts';
import { useLang, useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Page } from '../ui/Page.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { showRecoveryCodes } from './new-recovery-codes.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';

type SecondFactor = ResponseOf<'staff.secondFactor'>['second_factor'] & { id: string };

export function AccountPage() {
  const t = useText();
  return (
    <Page title={t('account.title')} sub={currentSession()?.staff.email}>
      <div className="columns halves">
        <SecondFactorCard />
        <PasswordCard />
        <SessionsCard />
      </div>
    </Page>
  );
}

function SecondFactorCard() {
  const t = useText();
  const { data } = useGetOne<SecondFactor>('account', { id: 'own' });
  const [action, setAction] = useState<CodeAction | null>(null);
  if (data === undefined) return null;
  return (
    <section className="card stack" aria-labelledby="factor">
      <h2 id="factor">{t('account.second_factor')}</h2>
      {data.state === 'on' ? (
        <>
          <p>{t('account.second_factor_on')}</p>
          <p className="quiet">{t('account.codes_left', { count: data.recovery_codes_left })}</p>
          <div className="buttons">
            <Button color="secondary" onClick={() => setAction('newRecoveryCodes')}>
              {t('account.recovery_new')}
            </Button>
            <Button color="secondary" onClick={() => setAction('remove')}>
              {t('account.remove')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{t('account.second_factor_off')}</p>
          <SecondFactorForm />
        </>
      )}
      {action !== null && <CodeDialog action={action} onClose={() => setAction(null)} />}
    </section>
  );
}

type CodeAction = 'newRecoveryCodes' | 'remove';

function CodeDialog({ action, onClose }: { action: CodeAction; onClose(): void }) {
  const t = useText();
  const [renew, isRenewing] = useAction('account', 'newRecoveryCodes');
  const [remove, isRemoving] = useAction('account', 'remove');
  const [code, setCode] = useState('');
  const submit = async () => {
    if (code.trim() === '') return;
    const body = { code: code.trim() };
    if (action === 'remove') {
      if ((await remove('', body, t('account.done_remove'))) !== null) onClose();
      return;
    }
    const result = await renew('', body);
    if (result === null) return;
    onClose();
    showRecoveryCodes(result.recovery_codes);
  };
  const title = t(action === 'remove' ? 'account.remove' : 'account.recovery_new');
  return (
    <FormDialog title={title} submit={title} isBusy={isRenewing || isRemoving} onSubmit={submit} onClose={onClose}>
      <TextField
        autoFocus
        label={t('sign_in.code')}
        helperText={t('sign_in.code_hint')}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
    </FormDialog>
  );
}

function SessionsCard() {
  const t = useText();
  const lang = useLang();
  const [end] = useAction('sessions', 'end');
  const { data = [] } = useGetList<RecordOf<'sessions'>>('sessions');
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions">{t('account.sessions')}</h2>
      {data.map((session) => (
        <div className="row" key={session.id}>
          <div className="grow">
            {formatDeviceName(session.device)}
            <div className="quiet small">
              {t('account.session_used', { when: formatDateTime(session.last_used_at, lang) })}
            </div>
          </div>
          {session.is_current ? (
            <Tag tone="good">{t('account.session_current')}</Tag>
          ) : (
            <Button color="secondary" onClick={() => end(session.id, undefined, t('account.done_session'))}>
              {t('account.session_end')}
            </Button>
          )}
        </div>
      ))}
      {data.length > 1 && (
        <Button color="secondary" onClick={() => end('others', undefined, t('account.done_session'))}>
          {t('account.sessions_end')}
        </Button>
      )}
    </section>
  );
}

function PasswordCard() {
  const t = useText();
  const [change, isBusy] = useAction('account', 'changePassword');
  const [values, setValues] = useState({ old_password: '', password: '' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (values.old_password === '' || values.password === '') return;
    if ((await change('', values, t('account.done_password'))) !== null) setValues({ old_password: '', password: '' });
  };
  return (
    <form className="card" onSubmit={submit} aria-labelledby="password">
      <h2 id="password">{t('account.password_change')}</h2>
      <div className="fields">
        <TextField
          type="password"
          label={t('account.password_old')}
          autoComplete="current-password"
          value={values.old_password}
          onChange={({ target }) => setValues({ ...values, old_password: target.value })}
        />
        <TextField
          type="password"
          label={t('account.password_new')}
          autoComplete="new-password"
          value={values.password}
          onChange={({ target }) => setValues({ ...values, password: target.value })}
        />
        <Button type="submit" loading={isBusy}>
          {t('account.password_change')}
        </Button>
      </div>
    </form>
  );
}
