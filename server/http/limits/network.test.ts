import { describe, expect, test } from 'vitest';
import { toNetwork, toWideNetwork } from './network.ts';

describe('networkOf returns the block of one subscriber (docs/security.md#limits)', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', null],
    ['::ffff:203.0.113.7', '203.0.113.7', null],
    ['::FFFF:cb00:7107', '203.0.113.7', null],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::5', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['not an address', 'not an address', null],
    ['', '', null],
  ])('%s is in the network %s, and in the wide network %s', (address, network, wide) => {
    expect(toNetwork(address)).toBe(network);
    expect(toWideNetwork(address)).toBe(wide);
  });
});
