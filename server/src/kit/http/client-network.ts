import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The network that an address counts as for rate limits: an IPv4 address itself, of IPv6 its /64, since a client with
 * one of those addresses has all of them (RFC 6177). An IPv4-mapped address (RFC 4291, 2.5.5.2) is its IPv4 address.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  const [plain = ''] = address.split('%') // the zone id names an interface of this machine
  return isIPv6(plain) ? ipv6Prefix(plain) : address
}

/** The first four groups, abbreviated. */
function ipv6Prefix(address: string): string {
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const missing = Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(tail === undefined ? 0 : missing).fill('0'), ...after].slice(0, 4)
  const short = groups.map((group) => Number.parseInt(group, 16).toString(16))
  while (short.at(-1) === '0') short.pop()
  return `${short.join(':')}::/64`
}

/** This machine: its operator, or a proxy that runs on it. */
export const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/i.test(address)

/** The client of a request as it is stored: its network, and its user agent without control characters. */
export const clientOf = ({ ip, headers }: FastifyRequest) => ({
  address: networkOf(ip),
  user_agent: (headers['user-agent'] ?? '').slice(0, 300).replaceAll(/[^\x20-\x7e]/g, ''),
})
