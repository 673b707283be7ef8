import type { StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { Notes } from '../ui/Notes.tsx';
import { useAction } from '../ui/use-action.ts';

/** Notes of staff about an order, which the shopper never sees. */
export function OrderNotes({ order: { id, notes } }: { order: StaffOrderRecord }) {
  const t = useText();
  const [add, isBusy] = useAction('orders', 'addNote');
  const [remove] = useAction('orders', 'removeNote');
  return (
    <Notes
      notes={notes}
      readers={t('order.staff_only')}
      maxLength={1_000}
      mayAdd={may('staff.addOrderNote')}
      isBusy={isBusy}
      onAdd={(text) =>
        add(id, { text }, t('order.note_done'), ({ order }) => {
          const note = order.notes.at(-1);
          return note === undefined ? null : () => remove(id, { note: note.id }, t('undo.done'));
        })
      }
    />
  );
}
