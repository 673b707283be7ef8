import type { Settings } from '@shop/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';

/** Returns the rates of the program; null without one, and until the settings are known. */
export const useLoyalty = (): Settings['loyalty'] => useQuery(settingsQuery(useLang())).data?.loyalty ?? null;
