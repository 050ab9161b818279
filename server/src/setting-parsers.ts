import type { SiteSettings } from '@vitrine/contract/site'
import { type Licence, licenceIds } from '@vitrine/contract/vocabulary/licences'
import ipaddr from 'ipaddr.js'

// A parser returns the value of a setting, or throws an Error whose message says what the setting must be.

/** Stops the start; its message is a sentence for the operator, printed without a stack. */
export class SettingError extends Error {}

/** The message of a failed system call; of an AggregateError (localhost has two addresses), the first one. */
export function systemErrorText(error: unknown): string {
  const { errors, code, message } = error as AggregateError & { code?: string }
  const first = errors?.[0] ?? { message }
  return first.message || code || String(error)
}

export const plainText = (input: string): string => input

const listed = (input: string) => input.split(',').flatMap((item) => item.trim() || [])

/** IP addresses, networks (`10.0.0.0/8`) and Fastify's names of the private ones. */
export function networkList(input: string): string[] {
  const networks = listed(input)
  if (!networks.every(isNetwork)) throw new Error('a list of IP addresses or networks such as 10.0.0.0/8')
  return networks
}

const isNetwork = (input: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(input) ||
  ipaddr.IPv4.isValidFourPartDecimal(input) ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(input) ||
  ipaddr.IPv6.isValid(input) ||
  ipaddr.IPv6.isValidCIDR(input)

export function integerBetween(min: number, max: number) {
  return (input: string): number => {
    if (!/^\d+$/.test(input) || Number(input) < min || Number(input) > max)
      throw new Error(`a whole number from ${min} to ${max}`)
    return Number(input)
  }
}

export function oneOf<const T extends string>(...choices: T[]) {
  return (input: string): T => {
    if (!choices.includes(input as T)) throw new Error(`one of ${choices.join(', ')}`)
    return input as T
  }
}

export function licenceList(input: string): Licence[] {
  const ids = input.split(',').map((id) => id.trim())
  const chosen = licenceIds.filter((id) => ids.includes(id))
  if (!chosen.length || chosen.length < new Set(ids).size) throw new Error(`a list of ${licenceIds.join(', ')}`)
  return chosen.toSorted((one, other) => ids.indexOf(one) - ids.indexOf(other))
}

export function optionalUrl(...protocols: string[]) {
  return (input: string): string => {
    if (input && !protocols.some((protocol) => URL.canParse(input) && new URL(input).protocol === `${protocol}:`))
      throw new Error(`an address that begins with ${protocols[0]}://`)
    return input
  }
}

export function optionalMailServer(input: string): string {
  optionalUrl('smtp', 'smtps')(input)
  if (input && !new URL(input).hostname) throw new Error('an address that names a mail server')
  return input
}

export function optionalEmailAddress(input: string): string {
  if (input && !/^[^\s@]+@[^\s@]+$/.test(input)) throw new Error('an e-mail address')
  return input
}

/** A name, and the `https://…` after it where there is one. */
export function nameAndAddress(input: string): SiteSettings['credit'] {
  const [, name, url] = /^(.*?)(?:\s+(https?:\/\/\S+))?$/.exec(input)!
  return { name: name!, url }
}

/** Profiles by the network that their host names. */
export function profileList(input: string): SiteSettings['social'] {
  const networkOf = (url: string) => /^https:\/\/(?:[\w-]+\.)*(x|facebook|pinterest|instagram)\.\w/.exec(url)?.[1]
  const profiles = listed(input).map((url) => [networkOf(url), url])
  if (!profiles.every(([network]) => network))
    throw new Error('a list of https:// addresses at x.com, facebook.com, pinterest.com and instagram.com')
  return Object.fromEntries(profiles)
}

/** `<address>:<port>`; null where it is empty. */
export function optionalListener(input: string): { host: string; port: number } | null {
  const [, host, port] = /^\[?([^\s[\]]+?)\]?:(\d+)$/.exec(input) ?? []
  if (input && !(Number(port) <= 65_535)) throw new Error('an address and a port such as localhost:9464')
  return host ? { host, port: Number(port) } : null
}

/** Digits and separators only: a `tel:` link with an extension or letters would call another number (RFC 3966). */
export function optionalPhoneNumber(input: string): string {
  if (input && (!/^\+?[\d ()./-]+$/.test(input) || input.replaceAll(/\D/g, '').length < 3))
    throw new Error('a phone number such as +1 555 0100')
  return input
}

/** An origin without a path: all URLs of the site begin at the root of its host. */
export function optionalSiteUrl(input: string): string {
  optionalUrl('http', 'https')(input)
  const url = input ? new URL(input) : null
  if (url && url.href !== `${url.origin}/`) throw new Error('the address of a whole site such as https://png.example')
  return input
}

export function optionalSecret(input: string): string {
  if (input && input.length < 32) throw new Error('at least 32 characters long')
  return input
}

/** What a process does: answers requests, runs jobs and background work (requirements: #process-roles). */
const roles = ['web', 'jobs'] as const
type Role = (typeof roles)[number]

export function roleList(input: string): ReadonlySet<Role> {
  const chosen = input.split(',').map((name) => roles.find((role) => role === name.trim()))
  if (!chosen.every((role) => role !== undefined)) throw new Error('web, jobs, or both separated by a comma')
  return new Set(chosen)
}
