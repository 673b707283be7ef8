/** The plugin for push notifications, and the phone's permission to show them (docs/partners.md#3). */
import { registerPlugin } from '@capacitor/core';
import type { FirebaseMessagingPlugin } from '@capacitor-firebase/messaging';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTokenScope } from '../api/tokens.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { notificationSettingsQuery } from '../notifications/notification-queries.ts';

/** Registered here, because the package's own entry also loads Firebase for browsers. */
export const messaging = registerPlugin<FirebaseMessagingPlugin>('FirebaseMessaging');

/**
 * `open`: the phone's dialog can still be shown. `refused`: it cannot, so only the phone's settings can allow
 * notifications.
 */
type PushPermission = 'granted' | 'open' | 'refused';

type ReceivePermission = Awaited<ReturnType<FirebaseMessagingPlugin['checkPermissions']>>['receive'];

const PERMISSIONS: Readonly<Record<ReceivePermission, PushPermission>> = {
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

/** Refetches the permission, because the shopper may come back from the phone's settings. */
export const refetchPermission = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: permissionQuery.queryKey });

/**
 * Lists the topics that can be pushed to this customer; null until it is loaded, empty if the server has no keys for
 * Firebase. Requests nothing if `enabled` is false.
 */
export function usePushTopics(enabled: boolean): readonly { id: string; name: string }[] | null {
  const { data } = useQuery({ ...notificationSettingsQuery(useLang(), useTokenScope()), enabled });
  return useMemo(() => {
    const topics = data?.data.filter(({ channels }) => channels.push !== null);
    return topics?.map(({ topic, name }) => ({ id: topic, name })) ?? null;
  }, [data]);
}

type PushState = {
  /** Null until it is loaded. */
  permission: PushPermission | null;
  /** Opens the phone's permission dialog. */
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
