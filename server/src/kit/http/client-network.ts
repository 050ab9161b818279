import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * What an address counts as: itself, or of IPv6 its /64, since whoever has one of those addresses has them all
 * (RFC 6177). An IPv4 address in IPv6's clothes (RFC 4291, 2.5.5.2) is the same caller. Anything else stays as it is.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  const [plain = ''] = address.split('%') // a zone names our own interface
  return isIPv6(plain) ? ipv6Prefix(plain) : address
}

/** The first four groups, written short. */
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

/** This machine: its operator, or a proxy on it. */
export const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/i.test(address)

/** Where a request came from, as it is kept: no more of an address than tells networks apart, and nothing for terminals. */
export const clientOf = ({ ip, headers }: FastifyRequest) => ({
  address: networkOf(ip),
  user_agent: (headers['user-agent'] ?? '').slice(0, 300).replaceAll(/[^\x20-\x7e]/g, ''),
})
