import type { StaffOrderRecord } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { Tag } from '../ui/Tag.tsx';

type MessageDelivery = StaffOrderRecord['notifications'][number]['deliveries'][number];

const TONES = { queued: 'plain', sent: 'good', failed: 'bad', suppressed: 'plain' } as const;
const isState = (state: string): state is keyof typeof TONES => state in TONES;

/** The deliveries of a message to a customer: channel and state of each. */
export function DeliveryTags({ deliveries }: { deliveries: readonly MessageDelivery[] }) {
  const t = useText();
  return (
    <span className="tags end">
      {deliveries.map(({ channel, state }) => (
        <Tag key={channel} tone={isState(state) ? TONES[state] : 'plain'}>
          {t('message.state', {
            channel: t(`channel.${channel}`),
            state: isState(state) ? t(`message_state.${state}`) : state,
          })}
        </Tag>
      ))}
    </span>
  );
}
