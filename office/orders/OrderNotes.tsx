import { Button, TextField } from '@mui/material';
import { formatDateTime } from '@shop/core/dates';
import { type FormEvent, useState } from 'react';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useLang, useText } from '../i18n/text.ts';
import { useAction } from '../ui/use-action.ts';

/** What staff wrote about an order, which the shopper never sees. */
export function OrderNotes({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const lang = useLang();
  const [add, isBusy] = useAction('orders', 'addNote');
  const [text, setText] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && (await add(order.id, { text: text.trim() })) !== null) setText('');
  };
  return (
    <section className="card" aria-labelledby="notes">
      <h2 id="notes">{t('order.notes')}</h2>
      {order.notes.length === 0 && <p className="quiet">{t('order.notes_none')}</p>}
      {order.notes.map((note) => (
        <div className="row" key={note.id}>
          <div className="grow">
            <span className="wrap">{note.text}</span>
            <div className="quiet small">
              {formatDateTime(note.at, lang)} · {note.by}
            </div>
          </div>
        </div>
      ))}
      {may('staff.addOrderNote') && (
        <form className="buttons later" onSubmit={submit}>
          <TextField
            className="grow"
            label={t('order.note')}
            value={text}
            slotProps={{ htmlInput: { maxLength: 1_000 } }}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" color="secondary" loading={isBusy}>
            {t('order.note_add')}
          </Button>
        </form>
      )}
    </section>
  );
}
