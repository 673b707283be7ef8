import { expect, test } from 'vitest';
import { formatRedisHosts, isRedisAddress, parseSentinels } from './redis-address.ts';

test('reads the sentinels, the name of the servers that they watch, and a login', () => {
  const address = 'redis-sentinel://shop:s%40cret@10.0.0.1:26379,10.0.0.2:7000,cache.example/counts/2';
  expect(parseSentinels(address)).toEqual({
    sentinels: [
      { host: '10.0.0.1', port: 26_379 },
      { host: '10.0.0.2', port: 7_000 },
      { host: 'cache.example', port: 26_379 },
    ],
    name: 'counts',
    db: 2,
    username: 'shop',
    password: 's@cret',
  });
  expect(formatRedisHosts(address)).toBe('10.0.0.1:26379, 10.0.0.2:7000, cache.example:26379');
  expect(parseSentinels('redis-sentinel://:secret@one/counts')).toEqual({
    sentinels: [{ host: 'one', port: 26_379 }],
    name: 'counts',
    db: 0,
    password: 'secret',
  });
});

test.each([
  'redis-sentinel://one:26379',
  'redis-sentinel://one,/counts',
  'redis-sentinel:///counts',
  'redis-sentinel://one:port/counts',
  'redis-sentinel://:100%@one/counts',
  'redis-sentinel://one/counts/first',
  'redis://one:1,two:1/0',
  'one:26379,two:26379',
])('refuses %s', (address) => {
  expect(isRedisAddress(address)).toBe(false);
});

test('names the host of a single server without its password', () => {
  expect(isRedisAddress('rediss://shop:secret@cache.example:6380/1')).toBe(true);
  expect(formatRedisHosts('rediss://shop:secret@cache.example:6380/1')).toBe('cache.example:6380');
});
