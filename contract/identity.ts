/** Sessions of browsing; sign-in and accounts join here. */
import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

export const identityEndpoints = {
  'session.id': endpoint('session.id', {
    who: 'open',
    summary: 'A session id; a valid x-session comes back unchanged',
    response: v.object({ data: v.string() }),
  }),
};
