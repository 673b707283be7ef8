/** Formats a time relative to today: `today at 8:00 pm`. */

import { formatDay, formatTime } from '@shop/core/dates';
import { DAY_MS, dayOf } from '@shop/core/time';
import { useSyncExternalStore } from 'react';
import { useLang, useT } from './MessagesProvider.tsx';

const subscribeToNothing = () => () => {};

/**
 * Formats day and time. The server writes the full date, because its HTML may be read on a later day; the browser
 * writes today or tomorrow.
 */
export function useWhenText(): (moment: string | Date) => string {
  const t = useT();
  const lang = useLang();
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (moment) => {
    const time = formatTime(moment, lang);
    const day = dayOf(moment);
    if (isHydrated && day === dayOf(Date.now())) return t('catalog.when_today', { time });
    if (isHydrated && day === dayOf(Date.now() + DAY_MS)) return t('catalog.when_tomorrow', { time });
    return t('catalog.when', { day: formatDay(moment, lang), time });
  };
}
