/**
 * A queue of actions that the user has done and the server does not have yet. They are sent in order, each with an
 * idempotency key, so that resending after a lost response repeats nothing. A refused action stays with its refusal
 * until the user dismisses it.
 */
import { ApiError, type ApiErrorCode } from '@shop/contract/api/api-error';
import { runInDatabase } from './device-database.ts';

/** An `ApiError` as a database can store it. */
export type StoredApiError = { status: number; code: ApiErrorCode; message: string; errors: ApiError['errors'] };

export type QueuedAction<Action> = {
  /** Position of the action in the order of all queues. */
  id: number;
  /** The name of the queue: the actions of one user or run. */
  queue: string;
  /** The idempotency key. */
  key: string;
  /** Key of the changed record, such as an order's id. Actions on one subject never overtake each other. */
  subject: string;
  /** Time of the action by this device's clock (ISO 8601). */
  done_at: string;
  /** `sent`: the server has it, but the data on the screen is older. */
  state: 'waiting' | 'sent' | 'refused';
  refusal: StoredApiError | null;
  /** Time at which the device deletes the action even if it was not sent, in ms since 1970; null for never. */
  expires_at: number | null;
  action: Action;
};

export type NewAction<Action> = { subject: string; action: Action };

/** The storage of a queue. Its functions throw if it fails. */
export type QueueStore<Action> = {
  /** Returns the actions, oldest first. */
  read(): Promise<QueuedAction<Action>[]>;
  add(newActions: readonly Omit<QueuedAction<Action>, 'id'>[]): Promise<void>;
  update(action: QueuedAction<Action>): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
};

/** Returns a store that lasts as long as the page, for browsers without a database. */
export function createMemoryStore<Action>(): QueueStore<Action> {
  let rows: QueuedAction<Action>[] = [];
  let last = 0;
  return {
    read: async () => rows,
    add: async (newActions) => {
      rows = [...rows, ...newActions.map((each) => ({ ...each, id: ++last }))];
    },
    update: async (action) => {
      rows = rows.map((each) => (each.id === action.id ? action : each));
    },
    remove: async (ids) => {
      rows = rows.filter(({ id }) => !ids.includes(id));
    },
  };
}

/** Returns the store of a queue in the device's database, or one in memory if the browser has no database. */
export async function openDeviceStore<Action>(queue: string): Promise<QueueStore<Action>> {
  const store: QueueStore<Action> = {
    async read() {
      const rows = await runInDatabase('actions', 'readonly', (actions) => [actions.index('by_queue').getAll(queue)]);
      return rows.flat();
    },
    async add(newActions) {
      await runInDatabase('actions', 'readwrite', (actions) => newActions.map((each) => actions.add(each)));
    },
    async update(action) {
      await runInDatabase('actions', 'readwrite', (actions) => [actions.put(action)]);
    },
    async remove(ids) {
      await runInDatabase('actions', 'readwrite', (actions) => ids.map((id) => actions.delete(id)));
    },
  };
  return store.read().then(
    () => store,
    () => createMemoryStore<Action>(),
  );
}

/** Returns whether the server refused the action for good. 401 ends with the next sign-in, 408 and 429 with time. */
const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/** Returns whether only this action failed, so that the server may accept the next one. */
const isOwnFailure = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

export type ActionQueue<Action> = {
  /**
   * Returns the actions that the server does not have or has refused, oldest first; null until they are loaded. Returns
   * the same array until an action changes.
   */
  entries(): readonly QueuedAction<Action>[] | null;
  subscribe(listener: () => void): () => void;
  /**
   * Stores actions, in place of a refused one if `replaces` is its id. Throws if the device cannot store them. They
   * expire at `expires_at`, in ms since 1970.
   */
  add(
    actions: readonly NewAction<Action>[],
    more?: { expires_at?: number | null; replaces?: number | undefined },
  ): Promise<void>;
  /** Removes refused actions. */
  dismiss(ids: readonly number[]): Promise<void>;
  /**
   * Sends waiting actions. If the server accepted or refused any, calls `readAgain`, and then removes the accepted
   * ones. Simultaneous calls run one after the other, in all tabs.
   */
  sync(readAgain: () => Promise<unknown>): Promise<void>;
};

type QueueOptions<Action> = {
  queue: string;
  openStore(): Promise<QueueStore<Action>>;
  send(entry: QueuedAction<Action>): Promise<unknown>;
  /** Runs work once no other tab runs it. */
  runAlone?<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Notifies other tabs of changes, and this tab of theirs. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
};

export function createActionQueue<Action>(options: QueueOptions<Action>): ActionQueue<Action> {
  const { queue, send, runAlone = (work) => work(), channel = null } = options;
  const store = options.openStore();
  let entries: readonly QueuedAction<Action>[] | null = null;
  const listeners = new Set<() => void>();

  async function reload(): Promise<void> {
    entries = await (await store).read();
    for (const listener of listeners) listener();
  }
  /** Changes the store, and updates all tabs. */
  async function change(work: (store: QueueStore<Action>) => Promise<void>): Promise<void> {
    await work(await store);
    await reload();
    channel?.postMessage(queue);
  }
  channel?.addEventListener('message', ({ data }) => {
    if (data === queue) reload();
  });
  // `sync` reads the store again and reports the failure.
  reload().catch(() => undefined);

  /** Sends one action. Returns false if no other action can be sent now. */
  async function sendOne(entry: QueuedAction<Action>, failedSubjects: Set<string>): Promise<boolean> {
    try {
      await send(entry);
      await change((store) => store.update({ ...entry, state: 'sent' }));
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error)) {
        const { status, code, message, errors } = error;
        await change((store) =>
          store.update({ ...entry, state: 'refused', refusal: { status, code, message, errors } }),
        );
      } else if (isOwnFailure(error)) failedSubjects.add(entry.subject);
      else return false;
    }
    return true;
  }

  /**
   * Sends waiting actions in order. After a failure it goes on with other subjects. Returns whether any action was
   * refused.
   */
  async function sendAll(): Promise<boolean> {
    const failedSubjects = new Set<string>();
    const countRefused = () => entries?.filter(({ state }) => state === 'refused').length;
    const refusedBefore = countRefused();
    for (;;) {
      const next = entries?.find(({ state, subject }) => state === 'waiting' && !failedSubjects.has(subject));
      if (next === undefined || !(await sendOne(next, failedSubjects))) return countRefused() !== refusedBefore;
    }
  }

  async function syncOnce(readAgain: () => Promise<unknown>): Promise<void> {
    await reload();
    const hasRefused = await sendAll();
    const sentIds = (entries ?? []).flatMap(({ id, state }) => (state === 'sent' ? [id] : []));
    if (sentIds.length === 0 && !hasRefused) return;
    try {
      await readAgain();
    } catch {
      // Without network the sent actions stay, because the copy on the device does not include them.
      return;
    }
    if (sentIds.length > 0) await change((store) => store.remove(sentIds));
  }

  let lastSync: Promise<void> = Promise.resolve();
  let nextSync: Promise<void> | null = null;
  return {
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (actions, { expires_at = null, replaces } = {}) =>
      change(async (store) => {
        const rest = { queue, done_at: new Date().toISOString(), state: 'waiting', refusal: null, expires_at } as const;
        await store.add(actions.map((each) => ({ ...each, ...rest, key: crypto.randomUUID() })));
        if (replaces !== undefined) await store.remove([replaces]);
      }),
    dismiss: (ids) => change((store) => store.remove(ids)),
    sync(readAgain) {
      // The running sync may miss actions that were added since it began, so one more follows it.
      nextSync ??= lastSync
        .catch(() => undefined)
        .then(() => {
          nextSync = null;
          return runAlone(() => syncOnce(readAgain));
        });
      lastSync = nextSync;
      return nextSync;
    },
  };
}

/** Reads the stored actions of all queues whose names begin with `prefix`, oldest first. */
export async function readActions<Action>(prefix: string): Promise<QueuedAction<Action>[]> {
  const rows = await runInDatabase<QueuedAction<Action>[]>('actions', 'readonly', (actions) => [actions.getAll()]);
  return rows.flat().filter(({ queue }) => queue.startsWith(prefix));
}

/** Deletes expired actions of all queues. */
export async function deleteExpiredActions(now: number): Promise<void> {
  const expiredActions = (await readActions('')).filter(({ expires_at }) => expires_at !== null && expires_at <= now);
  await runInDatabase('actions', 'readwrite', (actions) => expiredActions.map(({ id }) => actions.delete(id)));
}

const CHANNEL = 'office.queue';

/** Opens a queue on this device, which all tabs share. */
export function openActionQueue<Action>(queue: string, send: QueueOptions<Action>['send']): ActionQueue<Action> {
  const locks = globalThis.navigator?.locks;
  return createActionQueue<Action>({
    queue,
    openStore: () => openDeviceStore<Action>(queue),
    send,
    ...(locks !== undefined && { runAlone: async (work) => locks.request(`${CHANNEL} ${queue}`, work) }),
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL),
  });
}
