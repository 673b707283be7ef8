import { TextField } from '@mui/material';
import { useGetList } from 'ra-core';
import { useId } from 'react';
import type { RecordOf } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';

/** Returns the tags in use, the most frequent first. */
export function useTagsInUse(): string[] {
  const { data } = useGetList<RecordOf<'orderTags'> & { id: string }>('orderTags');
  return data?.map(({ tag }) => tag) ?? [];
}

const MAX_TAG_LENGTH = 40;

/** A field for a tag that suggests tags in use. */
export function TagField({
  value,
  isMissing = false,
  onChange,
}: {
  value: string;
  isMissing?: boolean;
  onChange(tag: string): void;
}) {
  const t = useText();
  const id = useId();
  const tags = useTagsInUse();
  return (
    <>
      <TextField
        className="grow"
        label={t('tags.new')}
        value={value}
        error={isMissing}
        helperText={isMissing ? t('form.required') : undefined}
        slotProps={{ htmlInput: { maxLength: MAX_TAG_LENGTH, list: id, autoComplete: 'off' } }}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}
