/** Chooses photos for the contact form, and shows each with a button to remove it. */
import { MAX_CONTACT_PHOTOS } from '@shop/core/content/contact-photos';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import { type RefObject, useEffect, useRef } from 'react';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Field, useField } from '../../ui/forms/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { PhotoUploads } from './use-photo-uploads.ts';

export function PhotoPicker({ id, photos: { photos, problem, add, remove } }: { id: string; photos: PhotoUploads }) {
  const t = useT();
  const lang = useLang();
  const input = useRef<HTMLInputElement>(null);
  const problemText = () => {
    if (problem === 'unreadable') return formatRefusal(refusal('photo.unreadable'), lang);
    if (problem === 'too_many') return t('information.photos_too_many', { count: MAX_CONTACT_PHOTOS });
    return problem?.refusal ?? null;
  };
  // Moves the focus to the file input, because a removed photo's button is gone.
  const count = useRef(0);
  useEffect(() => {
    if (photos.length < count.current) input.current?.focus();
    count.current = photos.length;
  }, [photos.length]);
  return (
    <Field
      label={t('information.photos')}
      hint={t('information.photos_hint', { count: MAX_CONTACT_PHOTOS })}
      optional
      id={id}
      error={problemText()}
    >
      <div className="mt-1 flex flex-wrap gap-3">
        <ul aria-label={t('information.photos')} className="contents">
          {photos.map(({ key, name, preview }) => (
            <li key={key} className="relative size-24">
              <img src={preview} alt={name} className="size-full rounded-md border border-line object-cover" />
              <IconButton
                icon="x"
                look="line"
                label={t('information.photo_remove', { name })}
                className="absolute -end-2 -top-2"
                onClick={() => remove(key)}
              />
            </li>
          ))}
        </ul>
        {photos.length < MAX_CONTACT_PHOTOS && <AddPhotos input={input} onFiles={add} />}
      </div>
    </Field>
  );
}

type AddPhotosProps = { input: RefObject<HTMLInputElement | null>; onFiles: (files: readonly File[]) => void };

/** Shows a tile that the invisible file input covers. */
function AddPhotos({ input, onFiles }: AddPhotosProps) {
  const t = useT();
  const field = useField();
  return (
    <div className="relative grid size-24 place-items-center rounded-md border-[1.5px] border-dashed border-edge bg-sunken text-center text-sm font-semibold text-ink-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-action hover:border-action">
      <span className="grid justify-items-center gap-1">
        <Icon name="camera" className="size-6" />
        {t('information.photos_add')}
      </span>
      <input
        ref={input}
        id={field?.id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        aria-describedby={field?.describedBy}
        aria-invalid={field?.invalid || undefined}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again after it was removed.
          target.value = '';
        }}
      />
    </div>
  );
}
