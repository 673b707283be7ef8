/** Actions of owners on an account: change roles, end sessions, reset a lost second factor, disable and enable. */
import { Alert, Button, Menu, MenuItem } from '@mui/material';
import type { StaffAccount } from '@shop/contract/staff/staff';
import { useState } from 'react';
import { currentSession } from '../api/session.ts';
import { type PlainKey, useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useAction } from '../ui/use-action.ts';
import { areRolesComplete, RolesFields, type RolesValue } from './RolesFields.tsx';

type AccountAction = 'endSessions' | 'resetSecondFactor' | 'disable' | 'enable';

const ACCOUNT_ACTIONS = {
  endSessions: { label: 'account.end_sessions', text: 'account.end_sessions_text', done: 'account.done_end_sessions' },
  resetSecondFactor: { label: 'account.reset', text: 'account.reset_text', done: 'account.done_reset' },
  disable: { label: 'account.disable', text: 'account.disable_text', done: 'account.done_disable' },
  enable: { label: 'account.enable', text: 'account.enable_text', done: 'account.done_enable' },
} as const satisfies Record<AccountAction, { label: PlainKey; text: string; done: string }>;

/** Lists the actions that an account allows. Owners change their own sessions and second factor in "My account". */
function listAccountActions({ email, is_active, has_second_factor }: StaffAccount): AccountAction[] {
  if (!is_active) return ['enable'];
  if (email === currentSession()?.staff.email) return [];
  return ['endSessions', ...(has_second_factor ? (['resetSecondFactor'] as const) : []), 'disable'];
}

export function AccountActions({ account }: { account: StaffAccount }) {
  const t = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [action, setAction] = useState<AccountAction | 'roles' | null>(null);
  const choose = (next: AccountAction | 'roles') => {
    setAnchor(null);
    setAction(next);
  };
  return (
    <>
      <Button
        size="small"
        color="secondary"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('account.actions_of', { email: account.email })}
        endIcon={<Icon name="down" />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('account.actions')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {account.is_active && <MenuItem onClick={() => choose('roles')}>{t('account.roles_change')}</MenuItem>}
        {listAccountActions(account).map((each) => (
          <MenuItem key={each} onClick={() => choose(each)}>
            {t(ACCOUNT_ACTIONS[each].label)}
          </MenuItem>
        ))}
      </Menu>
      {action === 'roles' && <ChangeRolesDialog account={account} onClose={() => setAction(null)} />}
      {action !== null && action !== 'roles' && (
        <AccountActionDialog account={account} action={action} onClose={() => setAction(null)} />
      )}
    </>
  );
}

function AccountActionDialog({
  account: { id, email },
  action,
  onClose,
}: {
  account: StaffAccount;
  action: AccountAction;
  onClose(): void;
}) {
  const t = useText();
  const [run, isBusy] = useAction('accounts', action);
  const { label, text, done } = ACCOUNT_ACTIONS[action];
  const submit = async () => {
    if ((await run(id, undefined, t(done, { email }))) !== null) onClose();
  };
  return (
    <FormDialog
      title={t(label)}
      submit={t(label)}
      isDangerous={action !== 'enable'}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t(text, { email })}</p>
    </FormDialog>
  );
}

function ChangeRolesDialog({ account, onClose }: { account: StaffAccount; onClose(): void }) {
  const t = useText();
  const [change, isBusy] = useAction('accounts', 'changeRoles');
  const [openedAccount] = useState(account);
  const [value, setValue] = useState<RolesValue>({ roles: account.roles, outlet: account.outlet });
  const [isChecked, setChecked] = useState(false);
  const { id, email, version } = account;
  const submit = async () => {
    setChecked(true);
    if (!areRolesComplete(value)) return;
    const body = { roles: [...value.roles], outlet: value.outlet, version };
    if ((await change(id, body, t('account.done_roles', { email }))) !== null) onClose();
  };
  return (
    <FormDialog
      title={t('account.roles_title', { email })}
      submit={t('account.roles_change')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {version !== openedAccount.version && (
        <Alert severity="warning">
          {t('account.roles_changed', { roles: account.roles.map((role) => t(`role.${role}`)).join(', ') })}
        </Alert>
      )}
      <RolesFields value={value} isChecked={isChecked} onChange={setValue} />
    </FormDialog>
  );
}
