/** The queue against a server that fails in every way that a phone meets. */
import { ApiError } from '@shop/contract/api/api-error';
import { expect, test } from 'vitest';
import {
  type ActionQueue,
  createActionQueue,
  createMemoryStore,
  type QueuedAction,
  type QueueStore,
} from './action-queue.ts';

type FailureKind = 'offline' | 'lost response' | 'refused' | 'crash' | 'signed out';

const ERRORS = {
  offline: new ApiError(0, 'network', ''),
  'lost response': new ApiError(0, 'network', ''),
  refused: new ApiError(409, 'run.stop_done', 'This stop is done'),
  crash: new ApiError(500, 'unknown', ''),
  'signed out': new ApiError(401, 'auth.required', ''),
};

/** Creates a server that runs an action once per idempotency key; `failures` says how an action fails. */
function createServer() {
  const actionsByKey = new Map<string, string>();
  const failures = new Map<string, FailureKind>();
  const calls: string[] = [];
  return {
    failures,
    calls,
    actions: () => [...actionsByKey.values()],
    async send({ key, action }: QueuedAction<string>) {
      calls.push(action);
      const failure = failures.get(action);
      if (failure === 'lost response') {
        actionsByKey.set(key, action);
        failures.delete(action);
      }
      if (failure !== undefined) throw ERRORS[failure];
      actionsByKey.set(key, action);
    },
  };
}

type Server = ReturnType<typeof createServer>;

/** Opens the queue of one device. A second call with the same store is a reload, or another tab. */
async function open(server: Server, store: QueueStore<string> = createMemoryStore()) {
  const queue = createActionQueue<string>({ queue: 'q', openStore: async () => store, send: server.send });
  await queue.sync(async () => undefined);
  return queue;
}

const add = (queue: ActionQueue<string>, ...actions: string[]) =>
  queue.add(actions.map((action) => ({ subject: action.slice(0, 1), action })));

const listStates = (queue: ActionQueue<string>) => queue.entries()?.map(({ action, state }) => `${action} ${state}`);
const readAgain = async () => undefined;

test('sends in the order in which it was done, and forgets what the server has', async () => {
  const server = createServer();
  const queue = await open(server);
  await add(queue, 'a1', 'b1', 'a2');
  await add(queue, 'b2');
  expect(listStates(queue)).toEqual(['a1 waiting', 'b1 waiting', 'a2 waiting', 'b2 waiting']);
  await queue.sync(readAgain);
  expect(server.actions()).toEqual(['a1', 'b1', 'a2', 'b2']);
  expect(queue.entries()).toEqual([]);
});

test('without network nothing is lost: it is sent after a reload, with the time at which it was done', async () => {
  const server = createServer();
  const store = createMemoryStore<string>();
  const queue = await open(server, store);
  server.failures.set('a1', 'offline');
  await add(queue, 'a1', 'b1');
  await queue.sync(readAgain);
  expect([server.actions(), listStates(queue)]).toEqual([[], ['a1 waiting', 'b1 waiting']]);
  const before = queue.entries();

  server.failures.clear();
  const reloadedQueue = createActionQueue<string>({ queue: 'q', openStore: async () => store, send: server.send });
  expect(reloadedQueue.entries()).toBeNull();
  await expect.poll(() => reloadedQueue.entries()).toEqual(before);
  await reloadedQueue.sync(readAgain);
  expect(server.actions()).toEqual(['a1', 'b1']);
});

test('a repeat after a lost response does nothing twice: it carries the same key', async () => {
  const server = createServer();
  const queue = await open(server);
  server.failures.set('a1', 'lost response');
  await add(queue, 'a1', 'a2');
  await queue.sync(readAgain);
  expect([server.actions(), listStates(queue)]).toEqual([['a1'], ['a1 waiting', 'a2 waiting']]);
  await queue.sync(readAgain);
  expect(server.calls).toEqual(['a1', 'a1', 'a2']);
  expect(server.actions()).toEqual(['a1', 'a2']);
});

test('a refused action stays with its words until it is read, and blocks no other', async () => {
  const server = createServer();
  const queue = await open(server);
  server.failures.set('a1', 'refused');
  await add(queue, 'a1', 'a2', 'b1');
  let reads = 0;
  await queue.sync(async () => {
    reads += 1;
  });
  expect([server.actions(), listStates(queue), reads]).toEqual([['a2', 'b1'], ['a1 refused'], 1]);
  const [refusedEntry] = queue.entries() ?? [];
  expect(refusedEntry?.refusal).toEqual({
    status: 409,
    code: 'run.stop_done',
    message: 'This stop is done',
    errors: {},
  });
  await queue.sync(readAgain);
  expect(server.calls).toEqual(['a1', 'a2', 'b1']);
  await queue.dismiss([refusedEntry?.id ?? 0]);
  expect(queue.entries()).toEqual([]);
});

test('a corrected action takes the place of the refused one, under another key', async () => {
  const server = createServer();
  const queue = await open(server);
  server.failures.set('a1', 'refused');
  await add(queue, 'a1');
  await queue.sync(readAgain);
  const [refusedEntry] = queue.entries() ?? [];
  await queue.add([{ subject: 'a', action: 'a2' }], { replaces: refusedEntry?.id });
  expect(listStates(queue)).toEqual(['a2 waiting']);
  expect(queue.entries()?.[0]?.key).not.toBe(refusedEntry?.key);
});

test('an action at which the server fails holds back its own subject only, and is tried again', async () => {
  const server = createServer();
  const queue = await open(server);
  server.failures.set('a1', 'crash');
  await add(queue, 'a1', 'b1', 'a2', 'c1');
  await queue.sync(readAgain);
  expect([server.actions(), listStates(queue)]).toEqual([
    ['b1', 'c1'],
    ['a1 waiting', 'a2 waiting'],
  ]);
  server.failures.clear();
  await queue.sync(readAgain);
  expect(server.actions()).toEqual(['b1', 'c1', 'a1', 'a2']);
});

test('an ended sign-in stops everything and loses nothing', async () => {
  const server = createServer();
  const queue = await open(server);
  server.failures.set('a1', 'signed out');
  await add(queue, 'a1', 'b1');
  await queue.sync(readAgain);
  expect([server.calls, listStates(queue)]).toEqual([['a1'], ['a1 waiting', 'b1 waiting']]);
});

test('what the server has stays until the list was read again', async () => {
  const server = createServer();
  const queue = await open(server);
  await add(queue, 'a1');
  await queue.sync(() => Promise.reject(new Error('offline')));
  expect(listStates(queue)).toEqual(['a1 sent']);
  await queue.sync(readAgain);
  expect([queue.entries(), server.calls]).toEqual([[], ['a1']]);
});

test('an action that is added while the list is read again is sent too', async () => {
  const server = createServer();
  const queue = await open(server);
  await add(queue, 'a1');
  let secondSync: Promise<void> | undefined;
  await queue.sync(async () => {
    if (secondSync !== undefined) return;
    await add(queue, 'a2');
    secondSync = queue.sync(readAgain);
  });
  await secondSync;
  expect([server.actions(), queue.entries()]).toEqual([['a1', 'a2'], []]);
});

test('two tabs send each action once', async () => {
  const server = createServer();
  const store = createMemoryStore<string>();
  let lock: Promise<unknown> = Promise.resolve();
  const runAlone = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const run = lock.then(work);
    lock = run;
    return run;
  };
  const openTab = () =>
    createActionQueue<string>({ queue: 'q', openStore: async () => store, send: server.send, runAlone });
  const [firstTab, secondTab] = [openTab(), openTab()];
  await add(firstTab, 'a1');
  await add(secondTab, 'b1');
  await Promise.all([firstTab.sync(readAgain), secondTab.sync(readAgain), firstTab.sync(readAgain)]);
  expect(server.calls).toEqual(['a1', 'b1']);
  expect([firstTab.entries(), await store.read()]).toEqual([[], []]);
});
