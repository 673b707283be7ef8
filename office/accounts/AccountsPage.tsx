/** Accounts of staff with their roles, for owners. */

import { Button, TextField } from '@mui/material';
import { useState } from 'react';
import { ChangesButton } from '../audit/ChangesButton.tsx';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { AccountActions } from './AccountActions.tsx';
import { useOutlets } from './OutletField.tsx';
import { areRolesComplete, RolesFields, type RolesValue } from './RolesFields.tsx';

export function AccountsPage() {
  const t = useText();
  const outlets = useOutlets();
  const findOutletName = (code: string | null) => outlets.find(({ id }) => id === code)?.name ?? code ?? '';
  const [isAdding, setAdding] = useState(false);
  const [newAccount, setNewAccount] = useState<{ email: string; password: string } | null>(null);
  return (
    <>
      <ListPage
        resource="accounts"
        title={t('menu.accounts')}
        columns={[
          { label: t('sign_in.email'), text: ({ email }) => email, show: ({ email }) => <b>{email}</b> },
          {
            label: t('account.roles'),
            text: ({ roles }) => roles.map((role) => t(`role.${role}`)).join(', '),
            show: ({ roles }) => (
              <span className="tags">
                {roles.map((role) => (
                  <Tag key={role} tone="info">
                    {t(`role.${role}`)}
                  </Tag>
                ))}
              </span>
            ),
          },
          {
            label: t('account.outlet'),
            text: ({ outlet }) => findOutletName(outlet),
            show: ({ outlet }) => findOutletName(outlet),
            isWideOnly: true,
          },
          {
            label: t('account.second_factor_state'),
            text: ({ has_second_factor }) => t(has_second_factor ? 'account.on' : 'account.off'),
            show: ({ has_second_factor }) => t(has_second_factor ? 'account.on' : 'account.off'),
            isWideOnly: true,
          },
          {
            label: t('money.state'),
            text: ({ is_active }) => t(is_active ? 'account.active' : 'account.disabled'),
            show: ({ is_active }) => (
              <Tag tone={is_active ? 'good' : 'plain'}>{t(is_active ? 'account.active' : 'account.disabled')}</Tag>
            ),
          },
        ]}
        actions={
          <Button variant="contained" onClick={() => setAdding(true)}>
            {t('account.add')}
          </Button>
        }
        rowActions={(account) => (
          <>
            <ChangesButton kind="staff" id={account.email} name={account.email} />
            <AccountActions account={account} />
          </>
        )}
      />
      {newAccount !== null && (
        <SecretDialog
          title={t('account.password_title')}
          text={t('account.password', newAccount)}
          secret={newAccount.password}
          onClose={() => setNewAccount(null)}
        />
      )}
      {isAdding && <AddAccountDialog onAdded={setNewAccount} onClose={() => setAdding(false)} />}
    </>
  );
}

function AddAccountDialog({
  onAdded,
  onClose,
}: {
  onAdded(account: { email: string; password: string } | null): void;
  onClose(): void;
}) {
  const t = useText();
  const [add, isBusy] = useAction('accounts', 'add');
  const [email, setEmail] = useState('');
  const [value, setValue] = useState<RolesValue>({ roles: [], outlet: null });
  const [isChecked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (email.trim() === '' || !areRolesComplete(value)) return;
    const body = { email: email.trim(), roles: [...value.roles], outlet: value.outlet };
    const newAccount = await add('', body, t('account.done_add', { email: email.trim() }));
    if (newAccount === null) return;
    onAdded(newAccount.password === null ? null : { email: newAccount.staff.email, password: newAccount.password });
    onClose();
  };
  const isMissing = isChecked && email.trim() === '';
  return (
    <FormDialog title={t('account.add')} submit={t('account.add')} isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <TextField
        autoFocus
        required
        type="email"
        label={t('sign_in.email')}
        value={email}
        error={isMissing}
        helperText={isMissing ? t('sign_in.email_needed') : undefined}
        onChange={({ target }) => setEmail(target.value)}
      />
      <RolesFields value={value} isChecked={isChecked} onChange={setValue} />
    </FormDialog>
  );
}
