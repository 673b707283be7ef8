import type { CustomerFile } from '@shop/contract/staff/staff-customers';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { Notes } from '../ui/Notes.tsx';
import { useAction } from '../ui/use-action.ts';

/** Notes of staff about a customer. */
export function CustomerNotes({ customer: { id, notes } }: { customer: CustomerFile }) {
  const t = useText();
  const [add, isBusy] = useAction('customers', 'addNote');
  const [remove] = useAction('customers', 'removeNote');
  return (
    <Notes
      notes={notes}
      readers={t('customer.staff_only')}
      maxLength={2_000}
      mayAdd={may('staff.addCustomerNote')}
      isBusy={isBusy}
      onAdd={(text) =>
        add(id, { text }, t('order.note_done'), (note) => () => remove(id, { note: note.id }, t('undo.done')))
      }
    />
  );
}
