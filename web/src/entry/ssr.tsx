import { type DehydratedState, dehydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { FeedLink } from '@vitrine/contract/feeds'
import type { FormState } from '@vitrine/contract/form-state'
import type { PageName } from '@vitrine/contract/pages'
import type { Site } from '@vitrine/contract/site'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Transport } from '#api/api-client.ts'
import { AppContext } from '#api/app-context.ts'
import { createQueryClient, isRetryable, isTakenDown } from '#api/query-client.ts'
import { App } from '#app/app.tsx'
import { type MachineReadable, machineReadable } from '#app/machine-readable.ts'
import { matchAddress } from '#app/routes.tsx'
import typeface from '../../.cache/hanken-basic.woff2?url'

export interface RenderRequest {
  /** Path and query. */
  url: string
  send: Transport
  assets: Assets
  site: Site
  /** What was posted to the URL and refused. */
  form?: FormState | undefined
}

/** URLs of the style sheets and the scripts of every page, from the build's manifest. */
export interface Assets {
  icon: string
  css: string[]
  themeScript: string
  entry: string
}

/** The data embedded in the page, so that the browser does not request it again. */
export interface PageState {
  answers: DehydratedState
  site: Site
  form?: FormState | undefined
}

/**
 * Renders a URL to a document. Status 404 for an address without a page or without its image, 410 where that was taken
 * down, 503 when the page's data could not be loaded; each comes with a page of its own.
 */
export async function render({
  url,
  send,
  assets,
  site,
  form,
}: RenderRequest): Promise<{ status: number; html: string }> {
  const cache = createQueryClient({ gcTime: Number.POSITIVE_INFINITY, retry: false })
  // Split and not parsed as a URL: no host is ever read from a path.
  const [pathname = '', search = ''] = url.split('?', 2)
  const match = matchAddress(pathname)
  const query = new URLSearchParams(search)
  const status = await loadPageData(match, query, send, cache)
  const body = renderToString(
    <QueryClientProvider client={cache}>
      <AppContext value={{ send, site, form }}>
        <StaticRouter location={url}>
          <App table={[match.routeObject]} />
        </StaticRouter>
      </AppContext>
    </QueryClientProvider>,
  )
  const answers = withoutTimestamps(
    dehydrate(cache, { shouldDehydrateQuery: (query) => query.state.status !== 'pending' }),
  )
  const { jsonLd, alternate } =
    machineReadable[match.routeObject.id as PageName]?.({ cache, params: match.params, search: query, site }) ?? {}
  const state = { answers, site, form }
  return {
    status,
    html: htmlDocument(body, state, { jsonLd, alternate: status === 200 ? alternate : undefined }, assets),
  }
}

/** Loads the page's data into the cache and returns the page's HTTP status. */
async function loadPageData(
  { route, params }: RouteMatch,
  search: URLSearchParams,
  send: Transport,
  cache: QueryClient,
) {
  if (!route) return 404
  const requests = route.loader?.({ cache, send, params, search }) ?? []
  const [results] = await Promise.all([Promise.allSettled(requests), route.preload?.()])
  const failures = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
  if (failures.length === 0) return 200
  if (failures.some(isRetryable)) return 503
  return failures.some(isTakenDown) ? 410 : 404
}

type RouteMatch = ReturnType<typeof matchAddress>

/** Removes the times of the requests, so that an unchanged page has the same bytes and is answered with 304. */
function withoutTimestamps({ queries, ...rest }: DehydratedState): DehydratedState {
  const zero = { dataUpdatedAt: 0, errorUpdatedAt: 0 }
  return {
    ...rest,
    queries: queries.map((query) => ({ ...query, dehydratedAt: 0, state: { ...query.state, ...zero } })),
  }
}

/** React 19 prints title, meta and link elements first; they are moved into the head. */
const hoistedHeadTags = /^(?:<(?:meta|link)\b[^>]*>|<title>[^<]*<\/title>)*/

function htmlDocument(
  body: string,
  state: PageState,
  { jsonLd = [], alternate }: MachineReadable,
  { icon, css, themeScript, entry }: Assets,
): string {
  const head = hoistedHeadTags.exec(body)![0]
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    // The token --paper.
    '<meta name="theme-color" data-theme="light" media="(prefers-color-scheme:light)" content="#fbfaf6">',
    '<meta name="theme-color" data-theme="dark" media="(prefers-color-scheme:dark)" content="#0d0e12">',
    // Before the style sheets, for which a script would wait.
    `<script src="${themeScript}"></script>`,
    ...css.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${typeface}">`,
    `<link rel="icon" type="image/svg+xml" href="${icon}">`,
    `<script type="module" async src="${entry}"></script>`,
    ...(alternate ? [alternateLink(alternate, state.site)] : []),
    ...jsonLd.map((one) => `<script type="application/ld+json">${scriptJson(one)}</script>`),
    `${head}</head><body><div id="root">${body.slice(head.length)}</div>`,
    `<script id="state" type="application/json">${scriptJson(state)}</script></body></html>`,
  ].join('')
}

function alternateLink({ title, path, type = 'application/atom+xml' }: FeedLink, site: Site): string {
  return renderToString(<link rel="alternate" type={type} title={title} href={site.url + path} />)
}

/** JSON for a script element, without `<`, so that no text in it can end the element. */
const scriptJson = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')
