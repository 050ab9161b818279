import { expect, test } from 'vitest'
import { isLoopback, networkOf, siteNetworkOf } from './client-network.ts'

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['::FFFF:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b::/64'],
  ['010.0.0.1', '010.0.0.1'], // no octal, nor whatever else a proxy may send
  ['', ''],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('an address of IPv6 belongs to a site, one of IPv4 is its own', () => {
  const [v4, v6] = ['203.0.113.5', '2001:db8:1::/48']
  expect([v4, `::ffff:${v4}`].map(siteNetworkOf)).toEqual([v4, v4])
  expect(['2001:db8:1:2:3:4:5:6', '2001:db8:1:ffff::9'].map(siteNetworkOf)).toEqual([v6, v6])
})

test('loopback addresses are recognised in every spelling, and no others are', () => {
  const here = ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']
  const elsewhere = ['203.0.113.5', '::2', '::1234', '::ffff:10.0.0.1', '1270::1']
  expect([...here, ...elsewhere].filter(isLoopback)).toEqual(here)
})
