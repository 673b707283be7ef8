/** Sets up second factors of staff in tests. */
import { computeTotpCode, totpStepOf } from '../secrets/totp.ts';
import type { TestStaff } from './staff.ts';

/** Sets up the second factor of an account at a time; `code` computes the app's code. */
export async function enrolStaff({ call }: Pick<TestStaff, 'call'>, now: Date) {
  const secret: string = (await call('POST', '/second-factor')).body.secret;
  const computeCode = (at: Date): string => computeTotpCode(secret, totpStepOf(at));
  const { body } = await call('POST', '/second-factor/confirm', { code: computeCode(now) });
  return { secret, code: computeCode, recoveryCodes: body.recovery_codes as string[] };
}
