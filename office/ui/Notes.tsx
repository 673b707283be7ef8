import { Button, TextField } from '@mui/material';
import { formatDateTime } from '@shop/core/dates';
import { type FormEvent, useState } from 'react';
import { useLang, useText } from '../i18n/text.ts';

type Note = { id: string; text: string; by: string; at: Date | string };

type NotesProps = {
  notes: readonly Note[];
  /** A line about the readers of the notes. */
  readers: string;
  maxLength: number;
  mayAdd: boolean;
  isBusy: boolean;
  /** Saves a note. Returns null if it was refused, so that its text stays. */
  onAdd(text: string): Promise<object | null>;
};

/** Lists notes of staff, with a form that adds one. */
export function Notes({ notes, readers, maxLength, mayAdd, isBusy, onAdd }: NotesProps) {
  const t = useText();
  const lang = useLang();
  const [text, setText] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && (await onAdd(text.trim())) !== null) setText('');
  };
  return (
    <section className="card" aria-labelledby="notes">
      <div className="card-head">
        <h2 id="notes">{t('order.notes')}</h2>
        <span className="quiet small">{readers}</span>
      </div>
      {notes.map((note) => (
        <div className="row" key={note.id}>
          <div className="grow">
            <span className="wrap">{note.text}</span>
            <div className="quiet small">
              {formatDateTime(note.at, lang)} · {note.by}
            </div>
          </div>
        </div>
      ))}
      {mayAdd && (
        <form className={notes.length === 0 ? 'buttons' : 'buttons later'} onSubmit={submit}>
          <TextField
            className="grow"
            label={t('order.note')}
            value={text}
            slotProps={{ htmlInput: { maxLength } }}
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
