import type { Today } from '@shop/contract/staff/staff-today';
import { useGetOne } from 'ra-core';
import { may } from '../api/endpoint-roles.ts';

/** Reads the day's numbers; the page and the menu share them. */
export const useToday = () =>
  useGetOne<Today & { id: string }>('today', { id: 'now' }, { enabled: may('staff.today') });
