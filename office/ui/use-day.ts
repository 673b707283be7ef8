import { dayOf, isDay } from '@shop/core/time';
import { useSearchParams } from 'react-router';

/** The day of a page, `YYYY-MM-DD` in its address, so that it can be shared; today without a valid one. */
export function useDay(): [day: string, setDay: (day: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const day = parameters.get('day') ?? '';
  // A date field is empty while a date is typed.
  const setDay = (newDay: string) => newDay !== '' && setParameters({ day: newDay }, { replace: true });
  return [isDay(day) ? day : dayOf(new Date()), setDay];
}
