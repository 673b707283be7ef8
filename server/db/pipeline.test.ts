import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchPackets, openPipeline } from './pipeline.ts';

test('sends everything that is written during one tick in one packet', async () => {
  const packets: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      packets.push(chunk);
      done();
    },
    writev(chunks, done) {
      packets.push(chunks.map(({ chunk }) => chunk).join(''));
      done();
    },
  });
  for (const text of ['begin;', 'select;']) {
    batchPackets(stream);
    stream.write(text);
  }
  await nextTurn();
  batchPackets(stream);
  stream.write('commit;');
  await nextTurn();
  expect(packets).toEqual(['begin;select;', 'commit;']);
});

test('settle throws the first error of a statement that no caller awaited', async () => {
  const pipeline = openPipeline();
  pipeline.sendLater('cart.write', Promise.resolve());
  pipeline.sendLater('cart.insert', Promise.reject(new Error('duplicate key')));
  await expect(pipeline.settle()).rejects.toThrow('duplicate key');
});

test('a failed write is lost only if the transaction throws another error', async () => {
  const pipeline = openPipeline();
  const cause = new Error('duplicate key');
  expect(pipeline.lostWrite(cause)).toBeNull();
  pipeline.sendLater('cart.insert', Promise.reject(cause));
  await nextTurn();
  expect(pipeline.lostWrite(cause)).toBeNull();
  expect(pipeline.lostWrite(new Error('another'))).toEqual({ statement: 'cart.insert', error: cause });
});

test('remembers the first error of the awaited statements', async () => {
  const pipeline = openPipeline();
  for (const message of ['duplicate key', 'aborted']) {
    await expect(pipeline.track(Promise.reject(new Error(message)))).rejects.toThrow(message);
  }
  expect(pipeline.firstError()).toEqual(new Error('duplicate key'));
});
