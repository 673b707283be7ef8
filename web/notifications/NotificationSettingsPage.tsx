/**
 * /my-account/notification/settings: topics by channels. Each change is saved at once (docs/ux.md#rule-38). One list
 * serves all widths: groups of switches on phones, rows under the channels' names from 1024 px on.
 */
import { ApiError } from '@shop/contract/api/api-error';
import type { TopicSettings } from '@shop/contract/notifications';
import { CHANNELS, type Channel, type Topic } from '@shop/core/notifications/kinds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { AccountPage, CardSkeleton } from '../account/AccountFrame.tsx';
import { AlertList } from '../alerts/AlertList.tsx';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useTokenScope } from '../api/tokens.ts';
import { lazyWithRetry } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { appPlatform } from '../native/shell.ts';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { Switch } from '../ui/forms/Switch.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { notificationSettingsQuery } from './notification-queries.ts';

const PushSetting = lazyWithRetry(() => import('../native/PushSetting.tsx').then((file) => file.PushSetting));

type ChannelChoice = { topic: Topic; channel: Channel; enabled: boolean };

const applyChoice = (all: TopicSettings[], { topic, channel, enabled }: ChannelChoice): TopicSettings[] =>
  all.map((each) => (each.topic === topic ? { ...each, channels: { ...each.channels, [channel]: enabled } } : each));

/** Returns a function that saves a choice: shows it at once, sends it after earlier ones, and reverts a refused one. */
function useChannelChoice() {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const { queryKey } = notificationSettingsQuery(lang, useTokenScope());
  const [refusal, setRefusal] = useState<{ topic: Topic; text: string } | null>(null);
  const lastSave = useRef(Promise.resolve());
  const pendingCount = useRef(0);
  const show = (change: (all: TopicSettings[]) => TopicSettings[]) =>
    queries.setQueryData(queryKey, (settings) => settings && { data: change(settings.data) });

  async function save(choice: ChannelChoice): Promise<void> {
    const { topic, channel, enabled } = choice;
    const body = { data: [{ topic, channels: { [channel]: enabled } }] };
    try {
      const { data, message } = await api('notifications.saveSettings', { body, query: langQuery(lang) });
      // Later choices are not sent yet, so the response lacks them.
      if (pendingCount.current === 1) show(() => data);
      toast(message, { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show((all) => applyChoice(all, { ...choice, enabled: !enabled }));
      setRefusal({ topic, text: error.message || t('account.failed') });
    } finally {
      pendingCount.current -= 1;
      // The profile shows the consent to marketing too.
      if (topic === 'marketing') void queries.invalidateQueries({ queryKey: ['identity.me'] });
    }
  }

  function choose(choice: ChannelChoice): void {
    setRefusal(null);
    pendingCount.current += 1;
    show((all) => applyChoice(all, choice));
    lastSave.current = lastSave.current.then(() => save(choice));
  }
  return { choose, refusal };
}

/** The width of a channel's column from 1024 px on. */
const COLUMN_CLASSES = 'shrink-0 lg:w-24';

type ChannelCellProps = { settings: TopicSettings; channel: Channel; onChange: (enabled: boolean) => void };

/** Shows a switch; "always on" for a topic that cannot be turned off; a dash if the topic lacks the channel. */
function ChannelCell({ settings: { topic, locked, channels }, channel, onChange }: ChannelCellProps) {
  const t = useT();
  const name = t(`notifications.channel_${channel}`);
  const enabled = channels[channel];
  if (enabled === null) {
    return (
      <span className={`${COLUMN_CLASSES} hidden min-h-11 items-center justify-end text-ink-3 lg:flex`} aria-hidden>
        –
      </span>
    );
  }
  if (locked) {
    return (
      <p className={`${COLUMN_CLASSES} flex min-h-11 items-center gap-4`}>
        <span className="lg:sr-only">{name}</span>
        <span className="ms-auto flex items-center gap-1.5 text-sm font-semibold text-action-strong">
          <Icon name="lock-simple" className="size-4" />
          {t('notifications.always_on')}
        </span>
      </p>
    );
  }
  return (
    <Switch
      className={COLUMN_CLASSES}
      name={`${topic}-${channel}`}
      checked={enabled}
      onChange={({ target }) => onChange(target.checked)}
    >
      <span className="lg:sr-only">{name}</span>
    </Switch>
  );
}

type TopicRowProps = {
  settings: TopicSettings;
  channels: readonly Channel[];
  refusedText: string;
  onChoose: (choice: ChannelChoice) => void;
};

function TopicRow({ settings, channels, refusedText, onChoose }: TopicRowProps) {
  const t = useT();
  const { topic, name } = settings;
  const id = `topic-${topic}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out its legend in a row
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      className="grid gap-3 border-t border-line p-5 first:border-0"
    >
      <div className="grid gap-2 lg:flex lg:items-center">
        <div className="grid flex-1 gap-1">
          <h2 id={id} className="text-md">
            {name}
          </h2>
          <p id={`${id}-text`} className="text-sm text-ink-2">
            {t(`notifications.${topic}_text`)}
          </p>
        </div>
        <div className="grid lg:flex lg:gap-2">
          {channels.map((channel) => (
            <ChannelCell
              key={channel}
              settings={settings}
              channel={channel}
              onChange={(enabled) => onChoose({ topic, channel, enabled })}
            />
          ))}
        </div>
      </div>
      <FormError text={refusedText} />
    </div>
  );
}

function NotificationSettings() {
  const t = useT();
  const { data, isError, refetch } = useQuery(notificationSettingsQuery(useLang(), useTokenScope()));
  const { choose, refusal } = useChannelChoice();
  if (data === undefined) return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <CardSkeleton />;
  const topics = data.data;
  const channels = CHANNELS.filter((channel) => topics.some((each) => each.channels[channel] !== null));
  return (
    <div className="rounded-xl border border-line bg-surface">
      {/* Each switch is labelled with its channel's name. */}
      <div
        className="hidden items-center gap-2 border-b border-line px-5 py-3 text-sm font-semibold text-ink-2 lg:flex"
        aria-hidden
      >
        <span className="flex-1">{t('notifications.topic')}</span>
        {channels.map((channel) => (
          <span key={channel} className={`${COLUMN_CLASSES} text-end`}>
            {t(`notifications.channel_${channel}`)}
          </span>
        ))}
      </div>
      <div>
        {topics.map((each) => (
          <TopicRow
            key={each.topic}
            settings={each}
            channels={channels}
            refusedText={refusal?.topic === each.topic ? refusal.text : ''}
            onChoose={choose}
          />
        ))}
      </div>
    </div>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage
      title={t('notifications.settings')}
      text={t('notifications.settings_text')}
      parent={{ page: 'notifications', title: t('account.notifications') }}
    >
      {(me) => (
        <>
          {appPlatform() !== null && (
            <Suspense>
              <PushSetting />
            </Suspense>
          )}
          <NotificationSettings key={me.id} />
          <AlertList />
        </>
      )}
    </AccountPage>
  );
}
