/** Chooses photos for the contact form, and shows them with a button to leave each out. */
import { MAX_CONTACT_PHOTOS } from '@shop/core/content/contact-photos';
import { refusal } from '@shop/core/refusal';
import { type ChangeEvent, useRef, useState } from 'react';
import { useProblemText } from '../../i18n/form-problems.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { type ContactPhoto, readPhoto } from './contact-photo.ts';

type PhotoPickerProps = {
  id: string;
  photos: readonly ContactPhoto[];
  onChange: (photos: readonly ContactPhoto[]) => void;
  /** The server's refusal. */
  error: string | null;
};

export function PhotoPicker({ id, photos, onChange, error }: PhotoPickerProps) {
  const t = useT();
  const problemText = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function add({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = [...(target.files ?? [])];
    // The same file can be chosen again after it was left out.
    target.value = '';
    const read = await Promise.all(chosen.slice(0, MAX_CONTACT_PHOTOS - photos.length).map(readPhoto));
    const isUnreadable = read.includes(null);
    const isTooMany = chosen.length + photos.length > MAX_CONTACT_PHOTOS;
    setProblem(
      isUnreadable
        ? problemText(refusal('photo.unreadable'))
        : isTooMany
          ? t('information.photos_too_many', { count: MAX_CONTACT_PHOTOS })
          : null,
    );
    onChange([...photos, ...read.filter((photo) => photo !== null)]);
  }

  function remove({ key }: ContactPhoto): void {
    setProblem(null);
    onChange(photos.filter((photo) => photo.key !== key));
    input.current?.focus();
  }

  return (
    <Field
      label={t('information.photos')}
      hint={t('information.photos_hint', { count: MAX_CONTACT_PHOTOS })}
      optional
      id={id}
      error={problem ?? error}
    >
      <div className="mt-1 flex flex-wrap gap-3">
        <ul aria-label={t('information.photos')} className="contents">
          {photos.map((photo) => (
            <li key={photo.key} className="relative size-24">
              <img
                src={photo.preview}
                alt={photo.name}
                className="size-full rounded-md border border-line object-cover"
              />
              <IconButton
                icon="x"
                look="line"
                label={t('information.photo_remove', { name: photo.name })}
                className="absolute -end-2 -top-2"
                onClick={() => remove(photo)}
              />
            </li>
          ))}
        </ul>
        {photos.length < MAX_CONTACT_PHOTOS && (
          <div className="relative grid size-24 place-items-center rounded-md border-[1.5px] border-dashed border-edge bg-sunken text-center text-sm font-semibold text-ink-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-action hover:border-action">
            <span className="grid justify-items-center gap-1">
              <Icon name="camera" className="size-6" />
              {t('information.photos_add')}
            </span>
            <input
              ref={input}
              id={id}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              multiple
              aria-describedby={`${id}-hint`}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              onChange={(event) => void add(event)}
            />
          </div>
        )}
      </div>
    </Field>
  );
}
