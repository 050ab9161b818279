import type { IncomingHttpHeaders } from 'node:http'
import { fail } from '#kit/api-error'

/**
 * Whether the client's copy is current of what has this ETag (RFC 9110, 13.2.2); throws `precondition_failed` where the
 * client asks for another state. Conditions about dates are ignored, since nothing that is sent here has one.
 */
export function isNotModified(headers: IncomingHttpHeaders, etag: string): boolean {
  const { 'if-match': wanted, 'if-none-match': known } = headers
  // A weak tag never matches strongly (RFC 9110, 8.8.3.2).
  if (wanted !== undefined && !tagsIn(wanted).some((tag) => tag === '*' || (tag === etag && tag.startsWith('"'))))
    throw fail('precondition_failed')
  return known !== undefined && tagsIn(known).some((tag) => tag === '*' || opaque(tag) === opaque(etag))
}

const tagsIn = (header: string): string[] => header.match(/\*|(?:W\/)?"[^"]*"/g) ?? []

const opaque = (tag: string) => tag.replace(/^W\//, '')
