/** Provides query cache and messages to the router, on the server and in the browser. */
import type { PageLocale } from '@shop/core/lang';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MessagesProvider } from './i18n/MessagesProvider.tsx';
import type { Messages } from './i18n/messages.ts';

export function App({
  queries,
  locale,
  messages,
  origin,
  children,
}: {
  queries: QueryClient;
  locale: PageLocale;
  messages: Messages;
  origin: string;
  children: ReactNode;
}) {
  return (
    <QueryClientProvider client={queries}>
      <MessagesProvider locale={locale} messages={messages} origin={origin}>
        {children}
      </MessagesProvider>
    </QueryClientProvider>
  );
}
