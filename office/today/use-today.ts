import type { Today } from '@shop/contract/staff/staff-today';
import { useGetOne } from 'ra-core';
import { may } from '../api/endpoint-roles.ts';

/** Reads the day's numbers, which the page and the menu share. */
export const useToday = () =>
  useGetOne<Today & { id: string }>('today', { id: 'now' }, { enabled: may('staff.today') });
