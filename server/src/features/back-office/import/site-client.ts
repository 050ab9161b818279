import { setTimeout as sleep } from 'node:timers/promises'
import { type CallInput, type Endpoint, endpointPath, type Reply } from '@vitrine/contract/endpoint'
import { errorBody } from '@vitrine/contract/errors'
import * as z from 'zod/mini'
import { CommandError } from '#command'
import { formatDuration } from '#kit/progress'

export type SiteClient = ReturnType<typeof createSiteClient>

type BodyOf<E extends Endpoint> = CallInput<E> extends { body: infer B } ? B : never

/** The site does not take this; another try would be in vain. */
export class Refusal extends Error {
  readonly code: string
  readonly fields: readonly { at: string; message: string }[]

  constructor({ code, message, fields = [] }: z.output<typeof errorBody>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

interface SiteClientOptions {
  site: string
  key: string
  /** Is told once why and for how long it waits. */
  say: (line: string) => void
  wait?: (milliseconds: number) => Promise<unknown>
}

/** Calls the API of a site with an API key, and waits while the site is busy, a limit reached or the line down. */
export function createSiteClient({ site, key, say, wait = sleep }: SiteClientOptions) {
  const request = async (endpoint: Endpoint, makeBody: () => Promise<RequestInit>): Promise<unknown> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const outcome = await attempt(endpoint, await makeBody(), tries)
      if ('reply' in outcome) return outcome.reply
      say(`${outcome.reason} Trying again in ${formatDuration(outcome.seconds)}.`)
      await wait(outcome.seconds * 1000)
    }
    throw new CommandError('The site has not answered for too long. Run it again later: what has arrived stays.')
  }

  const attempt = async (endpoint: Endpoint, init: RequestInit, tries: number) => {
    const url = new URL(endpointPath(endpoint), site)
    const headers = { authorization: `Bearer ${key}`, ...init.headers }
    // A redirect would take the key elsewhere, and turn POST into GET.
    const request = { ...init, method: endpoint.method, headers, redirect: 'manual' } as const
    const answer = await fetch(url, request).catch((error) => error as Error)
    const backOff = Math.min(2 ** tries, longestBackOff)
    if (answer instanceof Error) return { reason: `${url.host} cannot be reached.`, seconds: backOff }
    const body = await answer.text().catch(() => '')
    if (answer.ok) return { reply: parsed(body) }
    const problem = z.safeParse(errorBody, parsed(body)).data
    const mayPass = answer.status === 429 || answer.status >= 500 || answer.status === 408
    if (!mayPass) throw problem ? new Refusal(problem) : notVitrine(url)
    const reason = problem?.message.replace(/ Please try again.*$/, '') ?? `${url.host} answered ${answer.status}.`
    return { reason, seconds: Number(answer.headers.get('retry-after')) || backOff }
  }

  return {
    call<E extends Endpoint>(endpoint: E, body: BodyOf<E>): Promise<Reply<E>> {
      const init = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      return request(endpoint, async () => init) as never
    },
    /** `makeForm` is called for each try, as a body can be read once. */
    send: <E extends Endpoint>(endpoint: E, makeForm: () => Promise<FormData>): Promise<Reply<E>> =>
      request(endpoint, async () => ({ body: await makeForm() })) as never,
  }
}

/** Half an hour where the site is down; a limit of the site that is reached says how long to wait. */
const mostTries = 36

/** Seconds between two tries where the site does not say when to come back. */
const longestBackOff = 60

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const notVitrine = (url: URL) =>
  new CommandError(`${url.origin} does not answer like Vitrine. Is --site the address of its home page?`)
