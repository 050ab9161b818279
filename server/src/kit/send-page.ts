import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Form, Page } from './page.ts'

/** For caches between us and visitors: a few seconds, then the old answer once more while they ask for the new one. */
export const forCdns = 'max-age=5, stale-while-revalidate=30'

/** Sends what is kept, in the form that the browser takes, or says that it has it already. */
export function sendPage(page: Page, headers: Record<string, string>, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(headers).header('etag', page.etag)
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).removeHeader('content-type').send()
  reply.code(page.status)
  const form = formFor(request.headers['accept-encoding'])
  if (form !== 'identity') reply.header('content-encoding', form)
  const bytes = page.as(form)
  return bytes instanceof Promise ? bytes.then((made) => reply.send(made)) : reply.send(bytes)
}

function formFor(taken = ''): Form {
  if (/\bbr\b/.test(taken)) return 'br'
  return /\bgzip\b/.test(taken) ? 'gzip' : 'identity'
}
