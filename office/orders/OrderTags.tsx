import { Button, Chip } from '@mui/material';
import { type FormEvent, useState } from 'react';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';
import { useAction } from '../ui/use-action.ts';
import { TagField } from './TagField.tsx';

/** The tags of an order, which only staff see. Each is added and removed on its own. */
export function OrderTags({ order: { id, tags } }: { order: StaffOrderRecord }) {
  const t = useText();
  const [change, isBusy] = useAction('orders', 'changeTags');
  const [text, setText] = useState('');
  const mayChange = may('staff.changeOrderTags');
  const add = (tag: string) => {
    const undo = () => () => change(id, { remove: [tag] }, t('undo.done'));
    return change(id, { add: [tag] }, t('tags.added', { tag }), undo);
  };
  const remove = (tag: string) => {
    const undo = () => () => change(id, { add: [tag] }, t('undo.done'));
    return change(id, { remove: [tag] }, t('tags.removed', { tag }), undo);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const tag = text.trim();
    if (tag === '' || isBusy) return;
    if (tags.includes(tag) || (await add(tag)) !== null) setText('');
  };
  return (
    <section className="card" aria-labelledby="tags">
      <div className="card-head">
        <h2 id="tags">{t('tags.title')}</h2>
        <span className="quiet small">{t('order.staff_only')}</span>
      </div>
      <div className="buttons">
        {tags.map((tag) =>
          mayChange ? (
            <Chip
              key={tag}
              className="tag-chip"
              label={
                <>
                  {tag}
                  <Icon name="close" />
                </>
              }
              disabled={isBusy}
              aria-label={t('tags.remove', { tag })}
              onClick={() => remove(tag)}
            />
          ) : (
            <Chip key={tag} className="tag-chip" label={tag} />
          ),
        )}
      </div>
      {mayChange && (
        <form className={tags.length === 0 ? 'buttons' : 'buttons later'} onSubmit={submit}>
          <TagField value={text} onChange={setText} />
          <Button type="submit" color="secondary" loading={isBusy}>
            {t('tags.add')}
          </Button>
        </form>
      )}
    </section>
  );
}
