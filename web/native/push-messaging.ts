/** The plugin of push notifications, and whether the phone shows ours (docs/partners.md#3). */
import { registerPlugin } from '@capacitor/core';
import type { FirebaseMessagingPlugin } from '@capacitor-firebase/messaging';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTokenScope } from '../api/tokens.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { notificationSettingsQuery } from '../notifications/notification-queries.ts';

/** Registered here, because the package's own entry also loads Firebase for browsers. */
export const messaging = registerPlugin<FirebaseMessagingPlugin>('FirebaseMessaging');

/** `refused`: the phone no longer shows its dialog; the shopper can only allow notifications in its settings. */
type PushPermission = 'granted' | 'open' | 'refused';

type Receive = Awaited<ReturnType<FirebaseMessagingPlugin['checkPermissions']>>['receive'];

const PERMISSIONS: Readonly<Record<Receive, PushPermission>> = {
  granted: 'granted',
  prompt: 'open',
  'prompt-with-rationale': 'open',
  denied: 'refused',
};

const permissionQuery = {
  queryKey: ['native.push_permission'],
  queryFn: async () => PERMISSIONS[(await messaging.checkPermissions()).receive],
  staleTime: Number.POSITIVE_INFINITY,
};

/** Reads the permission again: the shopper may come back from the phone's settings. */
export const refetchPermission = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: permissionQuery.queryKey });

/**
 * Lists the topics that can be pushed to this customer; null while unknown, empty without Firebase's keys on the
 * server. `enabled` false requests nothing.
 */
export function usePushTopics(enabled: boolean): readonly { id: string; name: string }[] | null {
  const { data } = useQuery({ ...notificationSettingsQuery(useLang(), useTokenScope()), enabled });
  return useMemo(() => {
    const topics = data?.data.filter(({ channels }) => channels.push !== null);
    return topics?.map(({ topic, name }) => ({ id: topic, name })) ?? null;
  }, [data]);
}

type PushState = {
  /** Null while unknown. */
  permission: PushPermission | null;
  /** Shows the phone's dialog. */
  request: () => Promise<void>;
};

export function usePushPermission(): PushState {
  const queries = useQueryClient();
  const { data = null } = useQuery(permissionQuery);
  return {
    permission: data,
    request: async () => {
      const { receive } = await messaging.requestPermissions();
      queries.setQueryData(permissionQuery.queryKey, PERMISSIONS[receive]);
    },
  };
}
