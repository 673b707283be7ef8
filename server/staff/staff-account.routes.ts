import type { staffAccountEndpoints } from '@shop/contract/staff/staff-account';
import type { Handlers } from '../context.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from './second-factor.ts';
import {
  changeOwnPassword,
  endOwnSession,
  listStaffSessions,
  lockOwnSession,
  readMe,
  unlockOwnSession,
} from './staff-sessions.ts';

const SUCCESS_RESPONSE = { success: true };

export const staffAccountHandlers: Handlers<keyof typeof staffAccountEndpoints> = {
  'staff.me': async (ctx) => ({ me: readMe(ctx) }),

  'staff.sessions': async (ctx) => ({ data: await listStaffSessions(ctx) }),

  'staff.endSession': async (ctx, { params }) => {
    await endOwnSession(ctx, params.id);
    return SUCCESS_RESPONSE;
  },

  'staff.lock': async (ctx) => {
    await lockOwnSession(ctx);
    return SUCCESS_RESPONSE;
  },

  'staff.unlock': async (ctx, { body }) => ({ me: await unlockOwnSession(ctx, body.password) }),

  'staff.changePassword': async (ctx, { body }) => {
    await changeOwnPassword(ctx, body);
    return SUCCESS_RESPONSE;
  },

  'staff.secondFactor': async (ctx) => ({ second_factor: await readSecondFactor(ctx) }),

  'staff.beginSecondFactor': (ctx) => beginSecondFactor(ctx),

  'staff.confirmSecondFactor': async (ctx, { body }) => ({ recovery_codes: await confirmSecondFactor(ctx, body.code) }),

  'staff.newRecoveryCodes': async (ctx, { body }) => ({ recovery_codes: await replaceRecoveryCodes(ctx, body.code) }),

  'staff.removeSecondFactor': async (ctx, { body }) => {
    await removeSecondFactor(ctx, body.code);
    return SUCCESS_RESPONSE;
  },
};
