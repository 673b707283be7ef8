/** Messages to the shopper about an order; mails can be sent again. */
import { Button } from '@mui/material';
import { formatDay, formatTime } from '@shop/core/dates';
import { ORDER_MAIL_KINDS } from '@shop/core/notifications/kinds';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useLang, useText } from '../i18n/text.ts';
import { useAction } from '../ui/use-action.ts';
import { DeliveryTags } from './DeliveryTags.tsx';
import { describeMessageKind } from './message-text.ts';

type Message = StaffOrderRecord['notifications'][number];

const findMailKind = ({ kind }: Message) => ORDER_MAIL_KINDS.find((each) => each === kind);

export function OrderMessages({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const lang = useLang();
  const [resend, isBusy] = useAction('orders', 'resendMail');
  const { notifications } = order;
  /** Returns whether a mail can be sent again: only the latest of its kind, once it is no longer queued. */
  const canResend = (message: Message) =>
    notifications.findLast(({ kind, deliveries }) => kind === message.kind && deliveries.some(isMail)) === message &&
    message.deliveries.every((delivery) => !isMail(delivery) || delivery.state !== 'queued');
  return (
    <section className="card" aria-labelledby="messages">
      <h2 id="messages">{t('order.messages')}</h2>
      {notifications.length === 0 && <p className="quiet">{t('order.messages_none')}</p>}
      {notifications.map((message) => {
        const { kind, created_at, deliveries } = message;
        const mail = findMailKind(message);
        const name = describeMessageKind(kind, t);
        return (
          <div className="row" key={`${kind} ${created_at}`}>
            <div className="grow">
              {name}
              <div className="quiet small">
                {formatDay(created_at, lang)}, {formatTime(created_at, lang)}
              </div>
            </div>
            <DeliveryTags deliveries={deliveries} />
            {mail !== undefined && may('staff.resendMail') && canResend(message) && (
              <Button
                size="small"
                variant="text"
                disabled={isBusy}
                aria-label={t('mail.resend_of', { mail: name })}
                onClick={() => resend(order.id, { kind: mail }, t('mail.resent', { mail: name }))}
              >
                {t('mail.resend')}
              </Button>
            )}
          </div>
        );
      })}
    </section>
  );
}

const isMail = ({ channel }: Message['deliveries'][number]): boolean => channel === 'email';
