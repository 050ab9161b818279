import { type DehydratedState, dehydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { answerCache, passing } from './cache.ts'
import type { Send } from './call.ts'
import mark from './mark.svg?url'
import { matchOf } from './routes.tsx'
import { structuredData } from './structured-data.ts'
import { type Site, SurroundingsContext } from './surroundings.ts'

export interface Ask {
  /** Path and query. */
  url: string
  send: Send
  assets: Assets
  site: Site
}

/** Addresses of what the browser loads, from the build's manifest. */
export interface Assets {
  css: string[]
  entry: string
}

/** What travels in the page, so that the browser need not ask again. */
export interface PageState {
  answers: DehydratedState
  site: Site
}

/**
 * Renders one address to a whole document. 404 for an address without a page and for a page without its subject, 503 when
 * the page's data could not be had; each is a page of its own.
 */
export async function render({ url, send, assets, site }: Ask): Promise<{ status: number; html: string }> {
  const cache = answerCache({ gcTime: Number.POSITIVE_INFINITY, retry: false })
  const { pathname, searchParams } = new URL(url, 'http://page')
  const match = matchOf(pathname)
  const status = await prepare(match, searchParams, send, cache)
  const body = renderToString(
    <QueryClientProvider client={cache}>
      <SurroundingsContext value={{ send, site }}>
        <StaticRouter location={url}>
          <App table={[match.found]} />
        </StaticRouter>
      </SurroundingsContext>
    </QueryClientProvider>,
  )
  const answers = timeless(dehydrate(cache, { shouldDehydrateQuery: (query) => query.state.status !== 'pending' }))
  const about = structuredData[match.found.id ?? '']?.({ cache, params: match.params, site }) ?? []
  return { status, html: documentOf(body, { answers, site }, about, assets) }
}

/** Asks all that the page will show, and says with which status it can be sent. */
async function prepare({ route, params }: Match, search: URLSearchParams, send: Send, cache: QueryClient) {
  if (!route) return 404
  const asked = route.asks?.({ cache, send, params, search }) ?? []
  const [answers] = await Promise.all([Promise.allSettled(asked), route.ready?.()])
  const failures = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason)
  return failures.length === 0 ? 200 : failures.some(passing) ? 503 : 404
}

type Match = ReturnType<typeof matchOf>

/** Without the moment of asking, so that an unchanged page is the same bytes and a browser that has it is told so (304). */
function timeless({ queries, ...rest }: DehydratedState): DehydratedState {
  const known = { dataUpdatedAt: 0, errorUpdatedAt: 0 }
  return {
    ...rest,
    queries: queries.map((query) => ({ ...query, dehydratedAt: 0, state: { ...query.state, ...known } })),
  }
}

/** React prints title, meta and link elements before everything else; they belong into the head. */
const hoisted = /^(?:<(?:meta|link)\b[^>]*>|<title>[^<]*<\/title>)*/

function documentOf(body: string, state: PageState, about: object[], { css, entry }: Assets): string {
  const head = hoisted.exec(body)![0]
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    ...css.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<link rel="icon" type="image/svg+xml" href="${mark}">`,
    `<script type="module" async src="${entry}"></script>`,
    ...about.map((one) => `<script type="application/ld+json">${inScript(one)}</script>`),
    `${head}</head><body><div id="root">${body.slice(head.length)}</div>`,
    `<script id="state" type="application/json">${inScript(state)}</script></body></html>`,
  ].join('')
}

/** Data inside a script element: no `<` in it, so nothing in it can end the element. */
const inScript = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')
