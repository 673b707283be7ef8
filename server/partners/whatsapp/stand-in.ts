/** The stand-in for the WhatsApp Cloud API: takes the same calls, and keeps what it would deliver. */
import * as v from 'valibot';
import { type Asked, json, type KeptMessage, type Reply } from '../stand-in.ts';

const text = v.array(v.object({ type: v.literal('text'), text: v.pipe(v.string(), v.maxLength(15)) }));

/** What an authentication template asks for; Meta refuses anything else in the same way. */
const templateMessage = v.object({
  messaging_product: v.literal('whatsapp'),
  to: v.pipe(v.string(), v.regex(/^\d{8,15}$/)),
  type: v.literal('template'),
  template: v.object({
    name: v.string(),
    language: v.object({ code: v.picklist(['en', 'zh_CN']) }),
    components: v.tuple([
      v.object({ type: v.literal('body'), parameters: text }),
      v.object({ type: v.literal('button'), sub_type: v.literal('url'), index: v.literal('0'), parameters: text }),
    ]),
  }),
});

/** A number that has no WhatsApp, for trying out the SMS that follows. */
const NO_WHATSAPP = /0000$/;

const refused = (status: number, code: number, message: string): Reply =>
  json(status, { error: { message, type: 'OAuthException', code, fbtrace_id: 'stand-in' } });

/** Answers as `POST /{phone number id}/messages` does; `keep` is told what it delivers. */
export function whatsappStandIn(token: string, clock: () => Date, keep: (message: KeptMessage) => void) {
  let sent = 0;
  return ({ method, url, headers, body }: Asked): Reply => {
    if (method !== 'POST' || !/^\/\d+\/messages$/.test(url.pathname)) return refused(404, 100, 'Unsupported request');
    if (headers.authorization !== `Bearer ${token}`) return refused(401, 190, 'Invalid OAuth access token');
    const parsed = v.safeParse(templateMessage, JSON.parse(body));
    if (!parsed.success)
      return refused(400, 132000, 'Number of parameters does not match the expected number of params');
    const { to, template } = parsed.output;
    if (NO_WHATSAPP.test(to)) return refused(400, 131026, 'Message undeliverable');
    const code = template.components[0].parameters[0]?.text ?? '';
    const text =
      template.language.code === 'en'
        ? `${code} is your verification code. For your security, do not share this code. Expires in 5 minutes.`
        : `${code} 是您的验证码。为安全起见，切勿与他人分享。5 分钟后失效。`;
    keep({ channel: 'whatsapp', to: `+${to}`, text, code, at: clock().toISOString() });
    sent++;
    return json(200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: `wamid.${sent}`, message_status: 'accepted' }],
    });
  };
}
