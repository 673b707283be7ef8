/**
 * /my-account/orders: the customer's orders, newest first, with a search (docs/spec.md §2 "Order list with search").
 */
import { bestSellersPath } from '@shop/core/links/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountPage } from '../account/AccountFrame.tsx';
import emptySack from '../art/sack-empty.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { useTokenScope } from '../tokens.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { OrderCard, OrderCardSkeleton } from './OrderCard.tsx';
import { ordersPages } from './order-queries.ts';

function OrdersSkeleton() {
  return (
    <div className="grid gap-4" aria-hidden>
      <OrderCardSkeleton />
      <OrderCardSkeleton />
      <OrderCardSkeleton />
      <OrderCardSkeleton />
    </div>
  );
}

/** Skeleton of the search field. */
function SearchSkeleton() {
  return (
    <div className="flex gap-3" aria-hidden>
      <Skeleton className="h-12 flex-1 rounded-md" />
      <Skeleton className="h-12 w-24 rounded-md" />
    </div>
  );
}

/** The search query lives in the URL. */
function OrderSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(search);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <search>
      <form className="flex gap-3" onSubmit={ask}>
        <div className="flex-1">
          <TextInput
            type="search"
            name="search"
            aria-label={t('orders.search')}
            placeholder={t('orders.search')}
            value={typed}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" kind="secondary">
          {t('orders.search_go')}
        </Button>
      </form>
    </search>
  );
}

function NoOrders({ search, onAll }: { search: string; onAll: () => void }) {
  const t = useT();
  if (search !== '') {
    return (
      <EmptyState
        title={t('orders.none_found', { text: search })}
        action={
          <Button kind="secondary" onClick={onAll}>
            {t('orders.show_all')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      art={emptySack}
      title={t('orders.none')}
      action={
        <LangLink to={bestSellersPath()} className={buttonClass()}>
          {t('account.to_best_sellers')}
        </LangLink>
      }
    >
      {t('orders.none_text')}
    </EmptyState>
  );
}

function OrderList() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').slice(0, 100);
  const orders = useInfiniteQuery(ordersPages(useLang(), useTokenScope(), search));
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = orders;
  const ask = (text: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (text === '') next.delete('search');
      else next.set('search', text);
      return next;
    });
  const found = data?.pages.flatMap((page) => page.data) ?? [];
  const isEmpty = data !== undefined && found.length === 0;
  return (
    <>
      {(search !== '' || !isEmpty) && <OrderSearch key={search} search={search} onSearch={ask} />}
      {data === undefined && (isError ? <ErrorBlock onRetry={() => void refetch()} /> : <OrdersSkeleton />)}
      {isEmpty && <NoOrders search={search} onAll={() => ask('')} />}
      {found.length > 0 && (
        <ul className="grid gap-4">
          {found.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          kind="secondary"
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('ui.load_more')}
        </Button>
      )}
    </>
  );
}

export function Component() {
  const t = useT();
  const waiting = (
    <>
      <SearchSkeleton />
      <OrdersSkeleton />
    </>
  );
  return (
    <AccountPage title={t('account.orders')} skeleton={waiting}>
      {() => <OrderList />}
    </AccountPage>
  );
}
