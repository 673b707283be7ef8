/** Staff's accounts and their roles, for owners. */

import {
  Alert,
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  TextField,
} from '@mui/material';
import { STAFF_ROLES, type StaffRole } from '@shop/core/staff/roles';
import { useState } from 'react';
import type { RecordOf } from '../api/data-provider.ts';
import { currentSession } from '../api/session.ts';
import { ChangesButton } from '../audit/ChangesButton.tsx';
import { useText } from '../i18n/text.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';

export function AccountsPage() {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const [password, setPassword] = useState<{ email: string; password: string } | null>(null);
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
            <DisableAccount account={account} />
          </>
        )}
      >
        {password !== null && (
          <Alert className="below" severity="success" onClose={() => setPassword(null)}>
            {t('account.password', password)}
          </Alert>
        )}
      </ListPage>
      {isAdding && <AddAccount onAdded={setPassword} onClose={() => setAdding(false)} />}
    </>
  );
}

function DisableAccount({ account: { id, email, is_active } }: { account: RecordOf<'accounts'> }) {
  const t = useText();
  const [disable, isBusy] = useAction('accounts', 'disable');
  if (!is_active || email === currentSession()?.staff.email) return null;
  return (
    <ConfirmButton
      size="small"
      color="secondary"
      label={t('account.disable')}
      consequence={t('account.disable_text', { email })}
      isBusy={isBusy}
      isDangerous
      onConfirm={() => disable(id, undefined, t('account.done_disable', { email }))}
    />
  );
}

function AddAccount({
  onAdded,
  onClose,
}: {
  onAdded(account: { email: string; password: string } | null): void;
  onClose(): void;
}) {
  const t = useText();
  const [add, isBusy] = useAction('accounts', 'add');
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<StaffRole[]>([]);
  const [isChecked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (email.trim() === '' || roles.length === 0) return;
    const added = await add('', { email: email.trim(), roles }, t('account.done_add', { email: email.trim() }));
    if (added === null) return;
    onAdded(added.password === null ? null : { email: added.staff.email, password: added.password });
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
      <FormControl component="fieldset" error={isChecked && roles.length === 0}>
        <FormLabel component="legend">{t('account.roles')}</FormLabel>
        {STAFF_ROLES.map((role) => (
          <FormControlLabel
            key={role}
            label={`${t(`role.${role}`)}: ${t(`role_text.${role}`)}`}
            control={
              <Checkbox
                checked={roles.includes(role)}
                onChange={(_, checked) => setRoles(checked ? [...roles, role] : roles.filter((each) => each !== role))}
              />
            }
          />
        ))}
        {isChecked && roles.length === 0 && <FormHelperText>{t('account.roles_needed')}</FormHelperText>}
      </FormControl>
    </FormDialog>
  );
}
