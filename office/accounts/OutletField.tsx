import { MenuItem, TextField } from '@mui/material';
import { parseLang } from '@shop/core/lang';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'ra-core';
import { call } from '../api/api.ts';
import { useText } from '../i18n/text.ts';

/** Reads the shop's outlets, by name; their ids are their codes. */
export function useOutlets() {
  const lang = parseLang(useLocale());
  const { data } = useQuery({
    queryKey: ['outlets', lang],
    queryFn: async () => (await call('stores.map', { query: { lang } })).data,
  });
  return data ?? [];
}

/** Selects an outlet by its code. */
export function OutletField({
  value,
  problem,
  onChange,
}: {
  value: string | null;
  problem?: string | undefined;
  onChange(code: string): void;
}) {
  const t = useText();
  const outlets = useOutlets();
  return (
    <TextField
      select
      required
      label={t('account.outlet')}
      value={outlets.some(({ id }) => id === value) ? value : ''}
      error={problem !== undefined}
      helperText={problem}
      onChange={({ target }) => onChange(target.value)}
    >
      {outlets.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
