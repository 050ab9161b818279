import { type DehydratedState, dehydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Site } from '@vitrine/contract/site'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Transport } from '#api/api-client.ts'
import { AppContext } from '#api/app-context.ts'
import { createQueryClient, isRetryable } from '#api/query-client.ts'
import { App } from '#app/app.tsx'
import { matchAddress } from '#app/routes.tsx'
import { structuredData } from '#app/structured-data.ts'
import mark from '#styles/mark.svg?url'

export interface RenderRequest {
  /** Path and query. */
  url: string
  send: Transport
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
export async function render({ url, send, assets, site }: RenderRequest): Promise<{ status: number; html: string }> {
  const cache = createQueryClient({ gcTime: Number.POSITIVE_INFINITY, retry: false })
  const { pathname, searchParams } = new URL(url, 'http://page')
  const match = matchAddress(pathname)
  const status = await loadPageData(match, searchParams, send, cache)
  const body = renderToString(
    <QueryClientProvider client={cache}>
      <AppContext value={{ send, site }}>
        <StaticRouter location={url}>
          <App table={[match.routeObject]} />
        </StaticRouter>
      </AppContext>
    </QueryClientProvider>,
  )
  const answers = withoutTimestamps(
    dehydrate(cache, { shouldDehydrateQuery: (query) => query.state.status !== 'pending' }),
  )
  const about = structuredData[match.routeObject.id ?? '']?.({ cache, params: match.params, site }) ?? []
  return { status, html: htmlDocument(body, { answers, site }, about, assets) }
}

/** Asks all that the page will show, and says with which status it can be sent. */
async function loadPageData(
  { route, params }: RouteMatch,
  search: URLSearchParams,
  send: Transport,
  cache: QueryClient,
) {
  if (!route) return 404
  const asked = route.loader?.({ cache, send, params, search }) ?? []
  const [answers] = await Promise.all([Promise.allSettled(asked), route.preload?.()])
  const failures = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason)
  if (failures.length === 0) return 200
  return failures.some(isRetryable) ? 503 : 404
}

type RouteMatch = ReturnType<typeof matchAddress>

/** Without the moment of asking, so that an unchanged page is the same bytes and a browser that has it is told so (304). */
function withoutTimestamps({ queries, ...rest }: DehydratedState): DehydratedState {
  const known = { dataUpdatedAt: 0, errorUpdatedAt: 0 }
  return {
    ...rest,
    queries: queries.map((query) => ({ ...query, dehydratedAt: 0, state: { ...query.state, ...known } })),
  }
}

/** React prints title, meta and link elements before everything else; they belong into the head. */
const hoistedHeadTags = /^(?:<(?:meta|link)\b[^>]*>|<title>[^<]*<\/title>)*/

function htmlDocument(body: string, state: PageState, about: object[], { css, entry }: Assets): string {
  const head = hoistedHeadTags.exec(body)![0]
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    ...css.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<link rel="icon" type="image/svg+xml" href="${mark}">`,
    `<script type="module" async src="${entry}"></script>`,
    ...about.map((one) => `<script type="application/ld+json">${scriptJson(one)}</script>`),
    `${head}</head><body><div id="root">${body.slice(head.length)}</div>`,
    `<script id="state" type="application/json">${scriptJson(state)}</script></body></html>`,
  ].join('')
}

/** Data inside a script element: no `<` in it, so nothing in it can end the element. */
const scriptJson = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')
