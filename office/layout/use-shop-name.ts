import { parseLang } from '@shop/core/lang';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'ra-core';
import { call } from '../api/api.ts';
import { useText } from '../i18n/text.ts';

const STALE_MS = 3_600_000;

/** Reads the shop's settings that the office shows. */
export function useShopSettings() {
  const lang = parseLang(useLocale());
  return useQuery({
    queryKey: ['shop', lang],
    queryFn: () => call('content.settings', { query: { lang } }),
    staleTime: STALE_MS,
    refetchInterval: false,
  });
}

/** Returns the shop's name; "Office" until it is loaded. */
export function useShopName(): string {
  const t = useText();
  return useShopSettings().data?.siteTitle ?? t('app.name');
}
