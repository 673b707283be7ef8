/**
 * The office's database on this device (IndexedDB), shared by all tabs: actions that the server does not have yet, and
 * copies of data for work without network.
 */

const ACTIONS = 'actions';
const COPIES = 'copies';
/** Index of the actions by queue, oldest first. */
export const BY_QUEUE = 'by_queue';

const toPromise = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('office', 1);
  request.onupgradeneeded = () => {
    const { result } = request;
    result.createObjectStore(ACTIONS, { keyPath: 'id', autoIncrement: true }).createIndex(BY_QUEUE, 'queue');
    result.createObjectStore(COPIES, { keyPath: 'name' });
  };
  return toPromise(request);
}

let database: Promise<IDBDatabase> | undefined;

/**
 * Runs requests in one transaction, and returns their results in order once they are stored. Throws if the browser has
 * no database or no space.
 */
export async function runInDatabase<Result>(
  store: typeof ACTIONS | typeof COPIES,
  mode: IDBTransactionMode,
  requests: (store: IDBObjectStore) => readonly IDBRequest<Result>[],
): Promise<Result[]> {
  database ??= openDatabase();
  const transaction = (await database).transaction(store, mode);
  const completion = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const results = Promise.all(requests(transaction.objectStore(store)).map(toPromise));
  const [values] = await Promise.all([results, completion]);
  return values;
}
