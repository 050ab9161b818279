import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * The network that an address counts as for rate limits: an IPv4 address itself, of IPv6 its /64, since a client with
 * one of those addresses has all of them (RFC 6177). An IPv4-mapped address (RFC 4291, 2.5.5.2) is its IPv4 address.
 */
export const networkOf = (address: string) => prefixOf(address, 64)

/** The same, but of IPv6 the /48: the most that one customer is given, who then has 65,536 networks (RFC 6177). */
export const siteNetworkOf = (address: string) => prefixOf(address, 48)

/** A client that has disconnected has no address any more. */
function prefixOf(address = '', bits: number): string {
  const parsed = parse(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address
  return `${new ipaddr.IPv6(parsed.parts.fill(0, bits / 16))}/${bits}`
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether visitors who cannot be told apart have its address: then no network is limited or counted by it. */
    hasSharedAddress: boolean
  }
}

export type Visitor = Pick<FastifyRequest, 'ip' | 'hasSharedAddress'>

/** Whether a proxy that TRUST_PROXY does not name ends TLS, which this server does not speak. */
export const isBehindUnknownProxy = (siteUrl: string, trustProxy: string[]) =>
  siteUrl.startsWith('https:') && trustProxy.length === 0

/** This machine: its operator, or a proxy that runs on it. */
export const isLoopback = (address: string) => parse(address)?.range() === 'loopback'

function parse(address = '') {
  const [plain = ''] = address.split('%') // the zone id names an interface of this machine
  return isIP(plain) ? ipaddr.process(plain) : undefined
}

/** The client of a request as it is stored: its network, and its user agent without control characters. */
export const clientOf = ({ ip, headers }: FastifyRequest) => ({
  address: networkOf(ip),
  user_agent: (headers['user-agent'] ?? '').slice(0, 300).replaceAll(/[^\x20-\x7e]/g, ''),
})
