import { expect, test } from 'vitest'
import { startCountingServer } from '#test/counting-server'
import { isPublicAddress, statusOfPublicHost } from './public-host.ts'

test.each(['1.1.1.1', '104.16.0.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is an address of the public Internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1', '224.0.0.1'],
  ...['255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', 'fc00::1', 'fe80::1', 'ff02::1'],
  ...['2001::1', '2002:a00:1::1', '2001:db8::1'],
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))

test('a name that leads into this network is not connected to, however it is called', async () => {
  const { port, connections } = await startCountingServer()
  const url = `https://localhost:${port}/`
  expect(await statusOfPublicHost(url, { timeoutMs: 5000 })).toBeNull()
  expect(connections()).toBe(0)
  expect(await statusOfPublicHost(url, { timeoutMs: 5000, isAllowed: () => true })).toBeNull()
  expect(connections()).toBeGreaterThan(0)
})
