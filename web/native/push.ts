/**
 * Push notifications inside the app (docs/partners.md#3, docs/readings.md#75): saves the phone's token for the
 * signed-in customer, shows messages while the app is open, follows taps, and shows the unread count on the app's icon.
 */
import { App } from '@capacitor/app';
import { registerPlugin } from '@capacitor/core';
import type { BadgePlugin } from '@capawesome/capacitor-badge';
import { TOPICS } from '@shop/core/notifications/kinds';
import { resolveDestination } from '@shop/core/notifications/open-notification';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as v from 'valibot';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { isSignedIn, useTokenScope } from '../api/tokens.ts';
import { whenHydrated } from '../hydration/lazy.tsx';
import { useLang, useOrigin, useT } from '../i18n/MessagesProvider.tsx';
import { useSession } from '../identity/signed-in-customer.tsx';
import { useGo } from '../links.tsx';
import { refreshOrders } from '../orders/order-queries.ts';
import { dataKey } from '../storage.ts';
import { toast } from '../ui/toasts/toast.ts';
import { logFailure, removeOnCleanUp } from './bridge-calls.ts';
import { findDestination, openOutside, shopOrigins } from './outside.ts';
import { type PushData, readPushData } from './push-data.ts';
import { messaging, refetchPermission, usePushPermission, usePushTopics } from './push-messaging.ts';
import { appPlatform } from './shell.ts';

const Badge = registerPlugin<BadgePlugin>('Badge');

/** True while this phone's token is saved for a customer. */
const isTokenSaved = dataKey('push_token_saved', 1, v.boolean());

/** Time in ms for which a message is visible: enough to read it and to press its button (docs/ux.md#rule-38). */
const MESSAGE_MS = 8_000;

/** Returns Android's importance: 4 appears over other apps, 3 does not. */
const importanceOf = (topic: string): 3 | 4 => (topic in TOPICS && TOPICS[topic as keyof typeof TOPICS].locked ? 4 : 3);

/** Creates the channels that the server names, with the topics' names; Android shows them in its settings. */
function usePushChannels(isRegistered: boolean): void {
  const topics = usePushTopics(isRegistered && appPlatform() === 'android');
  useEffect(() => {
    for (const topic of topics ?? []) {
      logFailure(messaging.createChannel({ ...topic, importance: importanceOf(topic.id) }));
    }
  }, [topics]);
}

/** Saves the phone's token at each start, sign-in and change of the token or the language. */
function useSaveToken(isRegistered: boolean, scope: string): void {
  const lang = useLang();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each session has a token of its own
  useEffect(() => {
    if (!isRegistered) return;
    let savedToken = '';
    const save = async (token: string): Promise<void> => {
      // The plugin returns the token and reports it in an event as well.
      if (token === savedToken) return;
      savedToken = token;
      const { version } = await App.getInfo();
      // The shopper has signed out meanwhile.
      if (!isSignedIn()) return;
      isTokenSaved.write(true);
      const body = { token, app_version: version };
      await api('notifications.savePushToken', { body, query: langQuery(lang) });
    };
    const stop = removeOnCleanUp(messaging.addListener('tokenReceived', ({ token }) => logFailure(save(token))));
    logFailure(messaging.getToken().then(({ token }) => save(token)));
    return stop;
  }, [isRegistered, scope, lang]);
}

/**
 * Ends push notifications after a sign-out in this or an earlier document. The server removes the token with the
 * session; deleting it at FCM too ends them if the server was not reachable, and gives the next customer another token.
 */
function useEndOnSignOut(scope: string): void {
  useEffect(() => {
    if (scope !== 'guest' || isTokenSaved.read() !== true) return;
    logFailure(messaging.removeAllDeliveredNotifications());
    logFailure(Badge.clear());
    const endPush = async (): Promise<void> => {
      // FCM deletes a token over the network only.
      if (!navigator.onLine || isTokenSaved.read() !== true) return;
      isTokenSaved.remove();
      await messaging.deleteToken();
    };
    const tryEndPush = () => logFailure(endPush());
    tryEndPush();
    window.addEventListener('online', tryEndPush);
    return () => window.removeEventListener('online', tryEndPush);
  }, [scope]);
}

/** Shows the number of unread notifications on the app's icon. */
function useBadge(isRegistered: boolean): void {
  const unread = useSession().me?.unread_notifications ?? null;
  useEffect(() => {
    if (isRegistered && unread !== null) logFailure(Badge.set({ count: unread }));
  }, [isRegistered, unread]);
}

/** Refetches what a message may have changed: the inbox, its count, and orders. */
function refetchAfterMessage(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: ['notifications.list'] });
  void queries.invalidateQueries({ queryKey: ['identity.me'] });
  void refreshOrders(queries);
}

/** Marks an opened notification as read; the server ignores the notification of another customer. */
async function markRead({ notification_id }: PushData, queries: QueryClient): Promise<void> {
  if (notification_id === null || !isSignedIn()) return;
  await api('notifications.read', { body: { ids: [notification_id] } });
  refetchAfterMessage(queries);
}

/**
 * Shows messages that arrive while the app is open, and follows taps. The plugin also reports the tap that started the
 * app.
 */
function usePushMessages(): void {
  const t = useT();
  const go = useGo();
  const origin = useOrigin();
  const queries = useQueryClient();
  const newest = useRef({ t, go, origin });
  newest.current = { t, go, origin };
  useEffect(() => {
    const open = (data: PushData): void => {
      const { go, origin } = newest.current;
      logFailure(markRead(data, queries));
      const destination = resolveDestination(
        data,
        shopOrigins(origin).map((each) => new URL(each).host),
      );
      const target =
        destination.open === 'inside' ? findDestination(destination.path, origin) : { outside: destination.url };
      if ('page' in target) go(target.page);
      else openOutside(target.outside);
    };
    let stop = () => {};
    const cancel = whenHydrated(() => {
      const stopMessages = removeOnCleanUp(
        messaging.addListener('notificationReceived', ({ notification }) => {
          refetchAfterMessage(queries);
          const data = readPushData(notification.data);
          const title = notification.title ?? data.title;
          if (title === null) return;
          const label = newest.current.t('native.push_view');
          toast(title, { duration: MESSAGE_MS, action: { label, run: () => open(data) } });
        }),
      );
      const stopTaps = removeOnCleanUp(
        messaging.addListener('notificationActionPerformed', ({ actionId, notification }) => {
          if (actionId === 'tap') open(readPushData(notification.data));
        }),
      );
      stop = () => {
        stopMessages();
        stopTaps();
      };
    });
    return () => {
      cancel();
      stop();
    };
  }, [queries]);
}

/** Refetches the permission and the customer when the app returns from the background. */
function useRefetchOnResume(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      removeOnCleanUp(
        App.addListener('resume', () => {
          void refetchPermission(queries);
          void queries.invalidateQueries({ queryKey: ['identity.me'] });
        }),
      ),
    [queries],
  );
}

export function usePush(): void {
  const scope = useTokenScope();
  const { permission } = usePushPermission();
  const isRegistered = scope !== 'guest' && permission === 'granted';
  useRefetchOnResume();
  usePushChannels(isRegistered);
  useSaveToken(isRegistered, scope);
  useEndOnSignOut(scope);
  useBadge(isRegistered);
  usePushMessages();
}
