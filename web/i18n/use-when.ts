/** When something is, as near as people say it: `today at 8:00 pm`. */
import { DAY_MS } from '@shop/core/time';
import { useSyncExternalStore } from 'react';
import { dayKey, dayText, timeText } from './dates.ts';
import { useLang, useT } from './MessagesProvider.tsx';

const never = () => () => {};

/**
 * Says a moment's day and time. The server's page may be read on another day than it was made, so there the day has its
 * date; in the browser it is today or tomorrow where it is.
 */
export function useWhen(): (moment: string | Date) => string {
  const t = useT();
  const lang = useLang();
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (moment) => {
    const time = timeText(moment, lang);
    const day = dayKey(moment);
    if (isHere && day === dayKey(Date.now())) return t('catalog.when_today', { time });
    if (isHere && day === dayKey(Date.now() + DAY_MS)) return t('catalog.when_tomorrow', { time });
    return t('catalog.when', { day: dayText(moment, lang), time });
  };
}
