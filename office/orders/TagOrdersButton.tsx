/** Button and dialog that add a tag to the selected orders, or remove it from them. */
import { Button, MenuItem, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useUnselectAll } from 'ra-core';
import { useState } from 'react';
import { runAction, type StaffOrderRecord } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { formatError } from '../ui/format-error.ts';
import type { UndoOptions } from '../ui/Notifications.tsx';
import { TagField } from './TagField.tsx';

type TagChange = 'add' | 'remove';
const OPPOSITES = { add: 'remove', remove: 'add' } as const;

export function TagOrdersButton({ orders }: { orders: readonly StaffOrderRecord[] }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button color="secondary" onClick={() => setOpen(true)}>
        {t('tags.bulk')}
      </Button>
      {isOpen && <TagOrdersDialog orders={orders} onClose={() => setOpen(false)} />}
    </>
  );
}

function TagOrdersDialog({ orders, onClose }: { orders: readonly StaffOrderRecord[]; onClose(): void }) {
  const t = useText();
  const notify = useNotify();
  const queries = useQueryClient();
  const unselect = useUnselectAll('orders');
  const [change, setChange] = useState<TagChange>('add');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const tag = text.trim();

  /** Changes orders one after the other, so that one refusal does not stop the others. Returns the changed orders. */
  const changeAll = async (change: TagChange, ids: readonly string[], canUndo: boolean) => {
    const changedIds: string[] = [];
    let reason = '';
    for (const id of ids) {
      try {
        await runAction('orders', 'changeTags', id, { [change]: [tag] });
        changedIds.push(id);
      } catch (error) {
        reason = formatError(error, t);
      }
    }
    const [doneCount, failedCount] = [changedIds.length, ids.length - changedIds.length];
    const undo: UndoOptions = canUndo ? { onUndo: () => changeAll(OPPOSITES[change], changedIds, false) } : {};
    if (failedCount === 0) notify(t('tags.bulk_done', { count: doneCount }), { type: 'success', ...undo });
    else notify(t('tags.bulk_some', { done: doneCount, failed: failedCount, reason }), { type: 'warning', ...undo });
    await queries.invalidateQueries();
  };
  const submit = async () => {
    setChecked(true);
    if (tag === '') return;
    setBusy(true);
    // Leaves out orders that the change would not affect, so that an undo leaves them unchanged.
    const ids = orders.filter(({ tags }) => tags.includes(tag) === (change === 'remove')).map(({ id }) => id);
    await changeAll(change, ids, true);
    unselect();
    onClose();
  };
  return (
    <FormDialog
      title={t('tags.bulk_title', { count: orders.length })}
      submit={t(change === 'add' ? 'tags.add' : 'tags.remove_bulk')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        select
        label={t('tags.change')}
        value={change}
        onChange={({ target }) => setChange(target.value === 'remove' ? 'remove' : 'add')}
      >
        <MenuItem value="add">{t('tags.add')}</MenuItem>
        <MenuItem value="remove">{t('tags.remove_bulk')}</MenuItem>
      </TextField>
      <TagField value={text} isMissing={isChecked && tag === ''} onChange={setText} />
    </FormDialog>
  );
}
