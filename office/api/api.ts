/** The office's API client: endpoints for staff, and the few public ones that it reads. */
import { ApiError } from '@shop/contract/api/api-error';
import { createClient } from '@shop/contract/api/client';
import { shopperPaths } from '@shop/contract/api/endpoint-paths';
import { staffPaths } from '@shop/contract/staff/staff-paths';
import { currentToken, lock, readDeviceToken, setMustEnroll } from './session.ts';

/** An endpoint for staff; endpoints for tills are excluded. */
export type StaffEndpointName = Extract<keyof typeof staffPaths, `staff.${string}`>;

/** Public endpoints that the office reads: the shop's name, slots for another delivery, and the outlets. */
export const PUBLIC_PATHS = {
  'content.settings': shopperPaths['content.settings'],
  'delivery.shippings': shopperPaths['delivery.shippings'],
  'stores.map': shopperPaths['stores.map'],
} as const;

export const call = createClient({
  paths: { ...staffPaths, ...PUBLIC_PATHS },
  host: '',
  headers: (name) => {
    // Public endpoints refuse a token of staff.
    const token = name.startsWith('staff.') ? currentToken() : null;
    const device = name === 'staff.signIn' ? readDeviceToken() : null;
    return {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(device !== null && { 'x-device': device }),
    };
  },
  onErrorResponse: ({ code }) => {
    if (code === 'auth.locked') lock();
    if (code === 'auth.second_factor_required') setMustEnroll(true);
  },
});

/** Refusals by 401 that do not end the token: it works again once the session is unlocked or has a second factor. */
const RESTRICTIONS: readonly string[] = ['auth.locked', 'auth.second_factor_required'];

/** Returns whether a failure means that the token has ended. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && !RESTRICTIONS.includes(error.code);
