import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import staticFiles from '@fastify/static'
import type { FormState } from '@vitrine/contract/form-state'
import { withoutOrigin } from '@vitrine/contract/media-files'
import { backOfficePrefixes } from '@vitrine/contract/pages'
import type { Site } from '@vitrine/contract/site'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { ApiError, fail } from '#kit/api-error'
import { escapeMarkup } from '#kit/escape-markup'
import { isApiPath } from '#kit/http/http-server'
import { readMethods, rejectOtherMethods } from '#kit/http/methods'
import { developmentContentSecurityPolicy, pageContentSecurityPolicy } from '#kit/http/security-headers'
import { canonicalQuery, pageAddress } from './page-address.ts'
import { type InProcessTransport, type PageForm, servePageForms } from './page-forms.ts'
import type { ResponseCache } from './response-cache.ts'
import { cdnCacheControl, sendCachedResponse } from './send-cached-response.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the route of a page, which the server knows as `/*`. */
    pageRoute: string
  }
}

/** The contract with the built renderer (web/src/entry/ssr.tsx). */
type PageRenderer = (request: {
  url: string
  send: InProcessTransport
  assets: PageAssets
  site: Site
  /** What a form was refused for that was posted to this address. */
  form?: FormState | undefined
}) => Promise<{ status: number; html: string }>

const webFolder = join(import.meta.dirname, '../../../../web')

interface PageOptions {
  /** Read for each rendering, since some of it is switched while the site runs. */
  site(): Promise<Site>
  cache: ResponseCache
  forms: PageForm[]
  /** Hosts besides our own for the CSP directive img-src. */
  imgSrcHosts(): Promise<string[]>
  development?: boolean
  /** Path prefixes besides the API's that the development server leaves to our own routes. */
  passThrough: string[]
}

/** Serves every address that is not an API call or a file as a server-rendered page. */
export async function servePages(app: FastifyInstance, options: PageOptions) {
  const { site, cache } = options
  const { render, assets } = await (options.development
    ? developmentRenderer(app, options.passThrough)
    : productionRenderer(app))
  const send = inProcessTransport(app)
  // Built once and not per request, which is measurable on a path this short.
  let publicHeaders: Record<string, string> = {}
  let privateHeaders: Record<string, string> = {}
  const buildHeaders = async () => {
    const policy = options.development ? developmentContentSecurityPolicy : pageContentSecurityPolicy
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(await options.imgSrcHosts()),
      vary: 'accept-encoding',
    }
    publicHeaders = { ...headers, 'cache-control': 'no-cache', 'cdn-cache-control': cdnCacheControl }
    privateHeaders = { ...headers, ...privatePageHeaders }
  }
  await buildHeaders()
  const overloadHtml = overloadPage((await site()).name, assets)
  const sendOverloadPage = (error: unknown, reply: FastifyReply) => {
    if (!(error instanceof ApiError) || error.code !== 'overloaded') throw error
    const headers = { ...privateHeaders, 'retry-after': error.retryAfter }
    return reply.code(error.status).headers(headers).send(overloadHtml)
  }
  const renderToText = async ({ url, form }: { url: string; form?: FormState }) => {
    const { status, html } = await render({ url, send, assets, site: await site(), form })
    return { status, text: html }
  }
  const sendOnce = async (
    page: { url: string; form?: FormState; status?: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    try {
      const rendered = await cache.renderOnce(() => renderToText(page))
      const status = rendered.status === 200 ? (page.status ?? 200) : rendered.status
      return await sendCachedResponse({ ...rendered, status }, privateHeaders, request, reply)
    } catch (error) {
      return sendOverloadPage(error, reply)
    }
  }
  servePageForms(app, options.forms, {
    send,
    headers: () => privateHeaders,
    sendPage: (form, status, request, reply) => sendOnce({ url: splitUrl(form.path)[0], form, status }, request, reply),
  })

  app.decorateRequest('pageRoute', '')
  app.get('/*', (request, reply) => {
    const [pathname, search] = splitUrl(request.url)
    if (isApiPath(pathname) || lineBreak.test(pathname)) return reply.callNotFound()
    if (!pathname.endsWith('/') || severalSlashes.test(pathname)) return redirectToPage(pathname, search, reply)
    const { path, isPrivate, isRenderedEach, queryParams, route } = pageAddress(pathname)
    request.pageRoute = route
    const url = path + canonicalQuery(search, queryParams)
    if (isRenderedEach) return sendOnce({ url }, request, reply)
    const page = cache.get(url, () => renderToText({ url }), {
      isPrivileged: backOfficePrefixes.some((prefix) => path.startsWith(prefix)), // sign-in included
    })
    const headers = isPrivate ? privateHeaders : publicHeaders
    // A cached page is sent synchronously: awaiting a promise here costs every hit a tenth of its time.
    if (!(page instanceof Promise)) return sendCachedResponse(page, headers, request, reply)
    return page.then(
      (rendered) => sendCachedResponse(rendered, headers, request, reply),
      (error) => sendOverloadPage(error, reply),
    )
  })
  rejectOtherMethods(app, '/*', readMethods, false, ({ url }) => {
    if (isApiPath(splitUrl(url)[0])) throw fail('no_such_call')
  })
  return {
    /** Reads the hosts for img-src and keeps the old policy where that fails. */
    refreshContentSecurityPolicy: () =>
      void buildHeaders().catch((err) => app.log.warn({ err }, 'Cannot read the hosts for the CSP directive img-src')),
  }
}

/** Without a URL object, which costs more than sending a cached page and throws for addresses such as `//[?x`. */
function splitUrl(address: string): [pathname: string, search: string] {
  const at = address.indexOf('?')
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)]
}

const privatePageHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** No page has one in its address, and no pattern of the router matches one, not even that of the not-found page. */
const lineBreak = /%(0[ad]|e2%80%a[89])/i

/** Browsers read `//host/` and `/\host/` as another host. */
const severalSlashes = /^\/[/\\]/

/** To the one address of a page: with one slash at its beginning, so that it stays on this site, and one at its end. */
function redirectToPage(pathname: string, search: string, reply: FastifyReply) {
  const path = `/${pathname.replace(/^[/\\]+/, '')}`.replace(/[^/]$/, '$&/')
  if (pageAddress(path).isPrivate) reply.headers(privatePageHeaders)
  return reply.redirect(path + search, 301)
}

/** Pages get their data through the same endpoints as the browser, with the same validation and permissions. */
function inProcessTransport(app: FastifyInstance): InProcessTransport {
  return async ({ method, path, json, address }) => {
    const response = await app.inject({
      method: method as InjectOptions['method'],
      url: path,
      payload: json as object,
      ...(address !== undefined && { remoteAddress: address }),
    })
    const { statusCode: status, payload: text, headers } = response
    return { status, json: JSON.parse(withoutOrigin(text)), headers }
  }
}

interface Renderer {
  render: PageRenderer
  assets: PageAssets
}

async function productionRenderer(app: FastifyInstance): Promise<Renderer> {
  const client = join(webFolder, 'dist/client')
  const built = join(webFolder, 'dist/server/server.js')
  if (!existsSync(built)) throw new Error('The pages are not built. Start with `npm start`, which builds them.')
  await app.register(staticFiles, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    maxAge: '1y',
    immutable: true,
    decorateReply: false,
  })
  // Browsers that take no SVG, and home screens of phones, ask for them by these names.
  const icons = join(client, 'icons')
  await app.register(staticFiles, { root: icons, prefix: '/', wildcard: false, decorateReply: false, maxAge: '1d' })
  const { render } = (await import(pathToFileURL(built).href)) as { render: PageRenderer }
  return { render, assets: builtAssets(JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))) }
}

/** Vite inside this process: pages reload as they are edited, and the server renders the edited ones. */
async function developmentRenderer(app: FastifyInstance, passThrough: string[]): Promise<Renderer> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: webFolder,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (isApiPath(request.url) || passThrough.some((prefix) => request.url.startsWith(prefix))) return done()
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  const render: PageRenderer = async (request) =>
    ((await vite.ssrLoadModule('/src/entry/ssr.tsx')) as { render: PageRenderer }).render(request)
  return { render, assets: developmentAssets }
}

/** URLs of the icon, the style sheets and the scripts of every page. */
interface PageAssets {
  icon: string
  css: string[]
  themeScript: string
  entry: string
}

function builtAssets(manifest: Record<string, { file: string; css?: string[] }>): PageAssets {
  const { file, css = [] } = manifest['src/entry/first-script.ts']!
  const urlOf = (source: string) => `/${manifest[source]!.file}`
  return {
    icon: urlOf('src/styles/mark.svg'),
    css: css.map((one) => `/${one}`),
    themeScript: urlOf('src/entry/theme-script.ts'),
    entry: `/${file}`,
  }
}

const developmentAssets: PageAssets = {
  icon: '/src/styles/mark.svg',
  css: ['/src/styles/main.css?direct'],
  themeScript: '/src/entry/theme-script.ts',
  entry: '/src/entry/dev.ts',
}

/** The page that a browser gets in place of one that cannot be rendered now: fixed text in the look of the site. */
const overloadPage = (siteName: string, { css, themeScript }: PageAssets) =>
  [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<script src="${themeScript}"></script>`,
    ...css.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<title>Please try again in a moment – ${escapeMarkup(siteName)}</title></head>`,
    '<body><main class="page-width mt-16"><h1 class="display">Please try again in a moment</h1>',
    '<p class="mt-4 text-soft">Very many people are here at the moment, so we could not make this page. ',
    'Please load it again in a few seconds.</p></main></body></html>',
  ].join('')
