import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import staticFiles from '@fastify/static'
import { pageQueryParams } from '@vitrine/contract/pages'
import type { FastifyInstance, FastifyReply, InjectOptions } from 'fastify'
import { developmentPolicy, pagePolicy } from './headers.ts'
import { isApi } from './http.ts'
import type { PageCache } from './page-cache.ts'
import { forCdns, sendPage } from './send-page.ts'

/** What the web's built renderer takes and gives (web/src/server.tsx). */
export type Render = (ask: {
  url: string
  send: Send
  assets: Assets
  site: Site
}) => Promise<{ status: number; html: string }>
type Send = (request: { method: string; path: string; json?: unknown }) => Promise<{ status: number; json: unknown }>
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

const web = join(import.meta.dirname, '../../../web')

/** Serves every address that is not a call or a file as a server-rendered page. */
export async function servePages(
  app: FastifyInstance,
  options: { site: Site; cache: PageCache; imageHosts(): Promise<string[]>; development?: boolean },
) {
  const { render, assets } = options.development ? await developmentRenderer(app) : await builtRenderer(app)
  const send = inProcess(app)
  // Made once and not for every answer: the hot path is short enough for that to be felt.
  let headers: Record<string, string> = {}
  const allowImages = async () => {
    const policy = options.development ? developmentPolicy : pagePolicy
    headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(await options.imageHosts()),
      'cache-control': 'no-cache',
      'cdn-cache-control': forCdns,
      vary: 'accept-encoding',
    }
  }
  await allowImages()

  app.get('/*', (request, reply) => {
    const [pathname, search] = partsOf(request.url)
    if (isApi(pathname)) return reply.callNotFound()
    if (!pathname.endsWith('/')) return redirectToSlash(pathname, search, reply)
    const url = pathname + questions(search)
    const page = options.cache.get(url, () => asText(render({ url, send, assets, site: options.site })))
    // A page that is kept is sent in the same breath: a promise here costs every hit a tenth of its time.
    if (!(page instanceof Promise)) return sendPage(page, headers, request, reply)
    return page.then((rendered) => sendPage(rendered, headers, request, reply))
  })
  return {
    /** Hears again from where pictures come. */
    allowImages: () => void allowImages().catch((err) => app.log.warn({ err }, 'Cannot read from where pictures come')),
  }
}

const asText = async (rendering: ReturnType<Render>) => {
  const { status, html } = await rendering
  return { status, text: html }
}

/** By hand: a URL object costs more than sending a page from the cache, and refuses addresses like `//[?x`. */
function partsOf(address: string): [pathname: string, search: string] {
  const at = address.indexOf('?')
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)]
}

/** `//host/` and `/\host/` must stay on this site, whatever they look like. */
function redirectToSlash(pathname: string, search: string, reply: FastifyReply) {
  return reply.redirect(`/${pathname.replace(/^[/\\]+/, '')}/${search}`, 301)
}

/** Two addresses that ask the same are one page. */
function questions(search: string): string {
  if (!search) return ''
  const asked = new URLSearchParams(search)
  const kept = pageQueryParams.flatMap((name) => (asked.get(name) ? [[name, asked.get(name)!.slice(0, 300)]] : []))
  return kept.length ? `?${new URLSearchParams(kept)}` : ''
}

/** A page gets its data through the same door as the browser: one validation, one permission path. */
function inProcess(app: FastifyInstance): Send {
  return async ({ method, path, json }) => {
    const answer = await app.inject({ method: method as InjectOptions['method'], url: path, payload: json as object })
    return { status: answer.statusCode, json: answer.json() }
  }
}

async function builtRenderer(app: FastifyInstance): Promise<{ render: Render; assets: Assets }> {
  const client = join(web, 'dist/client')
  const built = join(web, 'dist/server/server.js')
  if (!existsSync(built)) throw new Error('The pages are not built. Start with `npm start`, which builds them.')
  await app.register(staticFiles, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    maxAge: '1y',
    immutable: true,
    decorateReply: false,
  })
  const { render } = (await import(pathToFileURL(built).href)) as { render: Render }
  return { render, assets: assetsOf(JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))) }
}

type Manifest = Record<string, { file: string; isEntry?: boolean; css?: string[]; dynamicImports?: string[] }>

function assetsOf(manifest: Manifest): Assets {
  const entry = Object.values(manifest).find((one) => one.isEntry)!
  return { css: (entry.css ?? []).map((file) => `/${file}`), entry: `/${entry.file}` }
}

/** Vite inside this process: pages reload as they are edited, and the server renders the edited ones. */
async function developmentRenderer(app: FastifyInstance): Promise<{ render: Render; assets: Assets }> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: web,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (isApi(request.url) || request.url.startsWith('/media/')) return done()
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  const render: Render = async (ask) =>
    ((await vite.ssrLoadModule('/src/server.tsx')) as { render: Render }).render(ask)
  return { render, assets: { css: ['/src/look.css?direct'], entry: '/src/dev.ts' } }
}
