import type { Handlers } from '../http/context.ts';
import { sessionId } from './sessions.ts';

export const identityHandlers: Handlers<'session.id'> = {
  'session.id': async (ctx) => ({ data: await sessionId(ctx) }),
};
