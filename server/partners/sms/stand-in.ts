/** The stand-in for the SMS gateway: accepts the same call and stores the messages. */
import * as v from 'valibot';
import { buildJsonReply, type DeliveredMessage, type Reply, type StandInRequest } from '../stand-in.ts';

const message = v.object({
  to: v.pipe(v.string(), v.regex(/^\+\d{8,15}$/)),
  text: v.pipe(v.string(), v.maxLength(160)),
});

/** Responds like the gateway; `onDelivered` receives each delivered message. */
export function createSmsStandIn(token: string, clock: () => Date, onDelivered: (message: DeliveredMessage) => void) {
  return ({ method, headers, body }: StandInRequest): Reply => {
    if (method !== 'POST') return buildJsonReply(405, { error: 'method' });
    if (headers.authorization !== `Bearer ${token}`) return buildJsonReply(401, { error: 'token' });
    const parsed = v.safeParse(message, JSON.parse(body));
    if (!parsed.success) return buildJsonReply(400, { error: 'message' });
    const { to, text } = parsed.output;
    onDelivered({ channel: 'sms', to, text, code: /\d{6}/.exec(text)?.[0] ?? null, at: clock().toISOString() });
    return buildJsonReply(202, { status: 'accepted' });
  };
}
