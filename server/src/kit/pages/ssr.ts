import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import staticFiles from '@fastify/static'
import { pageQueryParams } from '@vitrine/contract/pages'
import type { FastifyInstance, FastifyReply, InjectOptions } from 'fastify'
import { fail } from '#kit/api-error'
import { isApiPath } from '#kit/http/http-server'
import { otherMethods, readMethods, rejectMethod } from '#kit/http/methods'
import { developmentContentSecurityPolicy, pageContentSecurityPolicy } from '#kit/http/security-headers'
import type { PageCache } from './page-cache.ts'
import { cdnCacheControl, sendCachedPage } from './send-cached-page.ts'

/** What the web's built renderer takes and gives (web/src/entry/ssr.tsx). */
export type PageRenderer = (ask: {
  url: string
  send: InProcessTransport
  assets: Assets
  site: Site
}) => Promise<{ status: number; html: string }>
type InProcessTransport = (request: {
  method: string
  path: string
  json?: unknown
}) => Promise<{ status: number; json: unknown }>
export interface Site {
  name: string
  url: string
  /** The address in lines. */
  contact: { email: string; phone: string; address?: string[] }
  /** Addresses of the site's own profiles, those that it has. */
  social: { x?: string; facebook?: string; pinterest?: string; instagram?: string }
  /** Who built it, and where they are to be found. */
  credit: { name: string; url?: string }
}
interface Assets {
  css: string[]
  entry: string
}

const webFolder = join(import.meta.dirname, '../../../../web')

/** Serves every address that is not a call or a file as a server-rendered page. */
export async function servePages(
  app: FastifyInstance,
  options: { site: Site; cache: PageCache; imageHosts(): Promise<string[]>; development?: boolean },
) {
  const { render, assets } = options.development ? await developmentRenderer(app) : await productionRenderer(app)
  const send = inProcessTransport(app)
  // Made once and not for every answer: the hot path is short enough for that to be felt.
  let headers: Record<string, string> = {}
  const allowImages = async () => {
    const policy = options.development ? developmentContentSecurityPolicy : pageContentSecurityPolicy
    headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(await options.imageHosts()),
      'cache-control': 'no-cache',
      'cdn-cache-control': cdnCacheControl,
      vary: 'accept-encoding',
    }
  }
  await allowImages()

  app.get('/*', (request, reply) => {
    const [pathname, search] = splitUrl(request.url)
    if (isApiPath(pathname)) return reply.callNotFound()
    if (!pathname.endsWith('/')) return redirectToTrailingSlash(pathname, search, reply)
    const url = pathname + canonicalQuery(search)
    const page = options.cache.get(url, () => renderToText(render({ url, send, assets, site: options.site })))
    // A page that is kept is sent in the same breath: a promise here costs every hit a tenth of its time.
    if (!(page instanceof Promise)) return sendCachedPage(page, headers, request, reply)
    return page.then((rendered) => sendCachedPage(rendered, headers, request, reply))
  })
  app.route({
    method: otherMethods(readMethods),
    url: '/*',
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (isApiPath(splitUrl(request.url)[0])) throw fail('no_such_call')
      return rejectMethod(request.method, readMethods, reply)
    },
    handler: (_request, reply) => reply,
  })
  return {
    /** Hears again from where pictures come. */
    allowImages: () => void allowImages().catch((err) => app.log.warn({ err }, 'Cannot read from where pictures come')),
  }
}

const renderToText = async (rendering: ReturnType<PageRenderer>) => {
  const { status, html } = await rendering
  return { status, text: html }
}

/** By hand: a URL object costs more than sending a page from the cache, and refuses addresses like `//[?x`. */
function splitUrl(address: string): [pathname: string, search: string] {
  const at = address.indexOf('?')
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)]
}

/** `//host/` and `/\host/` must stay on this site, whatever they look like. */
function redirectToTrailingSlash(pathname: string, search: string, reply: FastifyReply) {
  return reply.redirect(`/${pathname.replace(/^[/\\]+/, '')}/${search}`, 301)
}

/** Two addresses that ask the same are one page. */
function canonicalQuery(search: string): string {
  if (!search) return ''
  const asked = new URLSearchParams(search)
  const kept = pageQueryParams.flatMap((name) => (asked.get(name) ? [[name, asked.get(name)!.slice(0, 300)]] : []))
  return kept.length ? `?${new URLSearchParams(kept)}` : ''
}

/** A page gets its data through the same door as the browser: one validation, one permission path. */
function inProcessTransport(app: FastifyInstance): InProcessTransport {
  return async ({ method, path, json }) => {
    const answer = await app.inject({ method: method as InjectOptions['method'], url: path, payload: json as object })
    return { status: answer.statusCode, json: answer.json() }
  }
}

async function productionRenderer(app: FastifyInstance): Promise<{ render: PageRenderer; assets: Assets }> {
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
  const { render } = (await import(pathToFileURL(built).href)) as { render: PageRenderer }
  return { render, assets: entryAssets(JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))) }
}

type Manifest = Record<string, { file: string; isEntry?: boolean; css?: string[]; dynamicImports?: string[] }>

function entryAssets(manifest: Manifest): Assets {
  const entry = Object.values(manifest).find((one) => one.isEntry)!
  return { css: (entry.css ?? []).map((file) => `/${file}`), entry: `/${entry.file}` }
}

/** Vite inside this process: pages reload as they are edited, and the server renders the edited ones. */
async function developmentRenderer(app: FastifyInstance): Promise<{ render: PageRenderer; assets: Assets }> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: webFolder,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (isApiPath(request.url) || request.url.startsWith('/media/')) return done()
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  const render: PageRenderer = async (ask) =>
    ((await vite.ssrLoadModule('/src/entry/ssr.tsx')) as { render: PageRenderer }).render(ask)
  return { render, assets: { css: ['/src/styles/main.css?direct'], entry: '/src/entry/dev.ts' } }
}
