import { lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'

/** IPv4 networks that are not the public Internet's (RFC 6890). */
const reserved = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  '224.0.0.0/3',
]) {
  const [address, bits] = network.split('/')
  reserved.addSubnet(address!, Number(bits), 'ipv4')
}

/** IPv6 addresses of the public Internet, and those of them that lead to an IPv4 address or are reserved. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
const exceptions = new BlockList()
exceptions.addSubnet('2001::', 23, 'ipv6')
exceptions.addSubnet('2001:db8::', 32, 'ipv6')
exceptions.addSubnet('2002::', 16, 'ipv6')
exceptions.addSubnet('3fff::', 20, 'ipv6')

export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !reserved.check(address, 'ipv4')
    : global.check(address, 'ipv6') && !exceptions.check(address, 'ipv6')

/** Looks a name up, and fails where an address of it is not allowed: the connection is made to what it returns. */
const guarded =
  (isAllowed: typeof isPublicAddress): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const [first] = found
      if (!first || found.some(({ address }) => !isAllowed(address)))
        return done(new Error(`${host} is not a public host`), [])
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })

/**
 * The status that a host of the public Internet answers to HEAD; null where none answers in time, its certificate is
 * wrong, or its name leads into this network. Redirects are not followed, and nothing else of the answer is read.
 */
export function statusOfPublicHost(
  url: string,
  { timeoutMs, isAllowed = isPublicAddress }: { timeoutMs: number; isAllowed?: typeof isPublicAddress },
): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const options = {
    method: 'HEAD',
    agent: false,
    lookup: guarded(isAllowed),
    signal: AbortSignal.timeout(timeoutMs),
  }
  request(url, options, (answer) => {
    answer.destroy()
    resolve(answer.statusCode ?? null)
  })
    .on('error', () => resolve(null))
    .end()
  return promise
}
