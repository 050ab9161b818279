import { type Endpoint, endpointPath } from '@vitrine/contract/endpoint'
import type { ErrorBody } from '@vitrine/contract/errors'
import type { FormState } from '@vitrine/contract/form-state'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#kit/api-error'

/** A form that works without JavaScript: its page posts to its own address. */
export interface PageForm {
  /** The path of the page's route; the slots in it are fields of the call. */
  path: string
  call: Endpoint
  /** The address of the page to which a reply leads. */
  leadsTo(reply: unknown): string
}

/** Calls the API in this process, for a client of this address; by default this machine. */
export type InProcessTransport = (request: {
  method: string
  path: string
  json?: unknown
  address?: string
}) => Promise<{ status: number; json: unknown; headers: Record<string, unknown> }>

interface FormDeps {
  send: InProcessTransport
  /** Sends the page of the form with what was typed and what is wrong with it. */
  sendPage(form: FormState, status: number, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Of answers that hold what one person typed. */
  headers(): Record<string, string>
}

/** Bytes of a form; each character may take nine. */
const FORM_BYTES = 100_000

/** Answers the posts of forms: with the next page (303), or with the same page and its errors. */
export function servePageForms(app: FastifyInstance, forms: PageForm[], { send, sendPage, headers }: FormDeps) {
  app.register(async (part) => {
    const type = 'application/x-www-form-urlencoded'
    part.addContentTypeParser(type, { parseAs: 'string', bodyLimit: FORM_BYTES }, async (_: unknown, text: string) =>
      Object.fromEntries(new URLSearchParams(text)),
    )
    for (const { path, call, leadsTo } of forms)
      part.post(path, async (request, reply) => {
        if (isFromOtherSite(request)) throw fail('not_allowed')
        const values = textsOf(request.body)
        const json = { ...values, ...(request.params as object) }
        const answer = await send({ method: call.method, path: endpointPath(call), json, address: request.ip })
        if (answer.status < 300) return reply.headers(headers()).redirect(leadsTo(answer.json), 303)
        const { message, fields = [] } = answer.json as ErrorBody
        const retryAfter = answer.headers['retry-after']
        if (retryAfter) reply.header('retry-after', retryAfter)
        return sendPage({ path: request.url, values, message, fields }, answer.status, request, reply)
      })
  })
}

/** Whether a page of another site sent it, in its reader's name; a browser says so by one header or the other. */
function isFromOtherSite({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin.replace(/^https?:\/\//, '') !== host
}

/** The fields that are texts: all that a form sends. Browsers send a line break as two characters (HTML, 4.10.21). */
const textsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [],
    ),
  )
