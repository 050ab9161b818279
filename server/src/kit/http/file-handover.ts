import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedAnswer, Store } from '#kit/storage/store'

/** Who sends the bytes of a file: this process, the reverse proxy in front of it, or the bucket. */
export const fileSenders = ['node', 'proxy', 'bucket'] as const
export type FileSender = (typeof fileSenders)[number]

/** Where the proxy has the store's files (`deploy/nginx`); a location that it serves to no one else. */
const proxyFolder = '/stored-files/'

interface HandedFile {
  key: string
  contentType: string
  sentBy?: FileSender
}

/** Seconds in which a client must have followed the redirect to the bucket. */
const REDIRECT_SECONDS = 300

/**
 * Lets the proxy or the bucket send a file that this request may have; answers false where this process has to do it
 * (decision 0062). The proxy takes over the headers of this reply.
 */
export async function handOver(request: FastifyRequest, reply: FastifyReply, store: Store, file: HandedFile) {
  if (file.sentBy === 'proxy' && isFromProxy(request)) {
    reply.type(file.contentType).header('x-accel-redirect', proxyFolder + file.key)
    reply.removeHeader('accept-ranges').send() // which the proxy says of itself
    return true
  }
  if (file.sentBy === 'bucket' && store.signedUrl) {
    redirectTo(await store.signedUrl(file.key, answerOf(reply, file)), reply)
    return true
  }
  return false
}

const answerOf = (reply: FastifyReply, { contentType }: HandedFile): SignedAnswer => ({
  seconds: REDIRECT_SECONDS,
  contentType,
  contentDisposition: String(reply.getHeader('content-disposition') ?? 'inline'),
})

/** A stored redirect would outlive its signature, and downloads by it would not be counted. */
function redirectTo(url: string, reply: FastifyReply) {
  for (const name of ['etag', 'accept-ranges', 'content-disposition']) reply.removeHeader(name)
  reply.header('cache-control', 'private, no-store').redirect(url)
}

/** A request that came another way, such as an operator's on the machine itself, has no one to act on the header. */
const isFromProxy = ({ ips = [] }: FastifyRequest) => ips.length > 1
