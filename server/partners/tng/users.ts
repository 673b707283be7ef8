/** The user of Touch 'n Go's app who opened the mini-program (docs/partners.md#2). */
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { toE164 } from '@shop/core/identity/phone';
import * as v from 'valibot';
import type { MiniProgramUser } from '../payment-provider.ts';
import { describeResult, result, type TngCall } from './client.ts';

const text = v.optional(v.nullable(v.string()), null);

const tokenAnswer = v.object({ result, accessToken: text });

const userAnswer = v.object({
  result,
  userInfo: v.optional(
    v.object({
      userId: v.pipe(v.string(), v.nonEmpty()),
      userName: v.optional(v.nullable(v.object({ fullName: text, firstName: text, lastName: text })), null),
      loginIdInfos: v.optional(v.nullable(v.array(v.object({ loginId: text }))), null),
      contactInfos: v.optional(v.nullable(v.array(v.object({ contactNo: text }))), null),
    }),
  ),
});
type UserInfo = NonNullable<v.InferOutput<typeof userAnswer>['userInfo']>;

function toUser({ userId, userName, loginIdInfos, contactInfos }: UserInfo): MiniProgramUser {
  const joined = [userName?.firstName, userName?.lastName].filter(Boolean).join(' ');
  const name = (userName?.fullName ?? joined).trim();
  // The names of the kinds differ between the platform's wallets, so each value is recognized by its form.
  const contacts = [
    ...(contactInfos ?? []).map(({ contactNo }) => contactNo),
    ...(loginIdInfos ?? []).map(({ loginId }) => loginId),
  ].flatMap((contact) => contact ?? []);
  const phone = contacts.map(toE164).find((number) => number !== null) ?? null;
  const email = contacts.find((contact) => isEmail(contact));
  return { id: userId, name: name || null, phone, email: email === undefined ? null : normalizeEmail(email) };
}

/** Exchanges a page's code for its user; null for a code that is wrong, used or expired. Throws without an answer. */
export async function identifyUser(call: TngCall, authCode: string): Promise<MiniProgramUser | null> {
  const grant = { grantType: 'AUTHORIZATION_CODE', authCode };
  const token = await call('/v1/authorizations/applyToken', grant, tokenAnswer);
  if (token.result.resultStatus === 'F') return null;
  const { accessToken } = token;
  if (token.result.resultStatus !== 'S' || accessToken === null) throw new Error(describeResult(token.result));
  const answer = await call('/v1/customers/user/inquiryUserInfoByAccessToken', { accessToken }, userAnswer);
  if (answer.result.resultStatus !== 'S' || answer.userInfo === undefined)
    throw new Error(describeResult(answer.result));
  return toUser(answer.userInfo);
}
