/** API keys of the outlets' tills, with their last use. Owners add and disable them. */
import { Button } from '@mui/material';
import { formatDateTime } from '@shop/core/dates';
import { useState } from 'react';
import { OutletField, useOutlets } from '../accounts/OutletField.tsx';
import type { RecordOf } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useLang, useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';

type NewKey = { key: string; outlet: string };

export function TillKeysPage() {
  const t = useText();
  const lang = useLang();
  const outlets = useOutlets();
  const findOutletName = (code: string) => outlets.find(({ id }) => id === code)?.name ?? code;
  const [isAdding, setAdding] = useState(false);
  const [newKey, setNewKey] = useState<NewKey | null>(null);
  const formatLastReceipt = ({ last_receipt_at }: RecordOf<'tillKeys'>) =>
    last_receipt_at === null ? t('till.unused') : t('till.last_at', { when: formatDateTime(last_receipt_at, lang) });
  return (
    <>
      <ListPage
        resource="tillKeys"
        title={t('till.title')}
        columns={[
          {
            label: t('account.outlet'),
            text: ({ outlet }) => findOutletName(outlet),
            show: ({ outlet }) => <b>{findOutletName(outlet)}</b>,
          },
          {
            label: t('till.key'),
            text: ({ id }) => id,
            show: ({ id }) => t('till.key_number', { id }),
          },
          {
            label: t('money.state'),
            text: ({ is_active }) => t(is_active ? 'account.active' : 'account.disabled'),
            show: ({ is_active }) => (
              <Tag tone={is_active ? 'good' : 'plain'}>{t(is_active ? 'account.active' : 'account.disabled')}</Tag>
            ),
          },
          {
            label: t('till.created'),
            text: ({ created_at }) => formatDateTime(created_at, lang),
            show: ({ created_at }) => formatDateTime(created_at, lang),
            isWideOnly: true,
          },
          { label: t('till.use'), text: formatLastReceipt, show: formatLastReceipt },
          {
            label: t('till.receipts'),
            isNumber: true,
            isWideOnly: true,
            text: ({ receipts }) => receipts,
            show: ({ receipts }) => receipts,
          },
        ]}
        {...(may('staff.addTillKey') && {
          actions: (
            <Button variant="contained" onClick={() => setAdding(true)}>
              {t('till.add')}
            </Button>
          ),
          rowActions: (key: RecordOf<'tillKeys'>) => (
            <DisableKeyButton tillKey={key} outlet={findOutletName(key.outlet)} />
          ),
        })}
        empty={<h2>{t('till.none')}</h2>}
      />
      {isAdding && <AddKeyDialog onAdded={setNewKey} onClose={() => setAdding(false)} />}
      {newKey !== null && (
        <SecretDialog
          title={t('till.secret')}
          text={t('till.secret_text', { outlet: findOutletName(newKey.outlet) })}
          secret={newKey.key}
          onClose={() => setNewKey(null)}
        />
      )}
    </>
  );
}

function AddKeyDialog({ onAdded, onClose }: { onAdded(key: NewKey): void; onClose(): void }) {
  const t = useText();
  const [add, isBusy] = useAction('tillKeys', 'add');
  const [outlet, setOutlet] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (outlet === null) return;
    const newKey = await add('', { outlet });
    if (newKey === null) return;
    onAdded({ key: newKey.key, outlet });
    onClose();
  };
  return (
    <FormDialog title={t('till.add')} submit={t('till.add')} isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <OutletField
        value={outlet}
        problem={isChecked && outlet === null ? t('till.outlet_needed') : undefined}
        onChange={setOutlet}
      />
    </FormDialog>
  );
}

function DisableKeyButton({ tillKey: { id, is_active }, outlet }: { tillKey: RecordOf<'tillKeys'>; outlet: string }) {
  const t = useText();
  const [disable, isBusy] = useAction('tillKeys', 'disable');
  const [isOpen, setOpen] = useState(false);
  if (!is_active) return null;
  const submit = async () => {
    if ((await disable(id, undefined, t('till.done_disable', { id }))) !== null) setOpen(false);
  };
  return (
    <>
      <Button size="small" color="secondary" onClick={() => setOpen(true)}>
        {t('till.disable')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('till.disable')}
          submit={t('till.disable')}
          isDangerous
          isBusy={isBusy}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <p>{t('till.disable_text', { outlet, id })}</p>
        </FormDialog>
      )}
    </>
  );
}
