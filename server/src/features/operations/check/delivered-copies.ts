import { effectiveConfig } from '#features/cdn/cdn-config.sql'
import type { CloudflareImage } from '#features/cdn/check-config'
import { type CloudflareClient, isCloudflareError } from '#features/cdn/cloudflare-client'
import { accountClient, syncDeps } from '#features/cdn/sync-worker'
import { silentLog } from '#kit/logger'
import { copyRows, deliveredPages, replaceCopy } from './delivered-copies.sql.ts'
import { type CheckContext, type Finding, type Inspection, pageSize } from './inspection.ts'

/** Cloudflare allows four calls a second to each user, and the site makes most of them. */
const callsPerSecond = 1.5
/** Images that Cloudflare lists at a time. */
const listLength = 1_000

/** The copies that visitors are sent to, beside those that Cloudflare has. Their bytes differ from what was sent. */
export const deliveredCopies = (context: CheckContext): Inspection => ({
  subject: 'Cloudflare',
  isGradual: true,
  async *pages() {
    const client = await clientOf(context)
    if (!client) return
    const present = new Set<number>()
    for await (const images of listedImages(client)) {
      const own = images.filter(({ id }) => ownId.test(id))
      for (const { id, requireSignedURLs } of own) if (!requireSignedURLs) present.add(numberOf(id))
      const rows = await copyRows(
        context.backgroundDb,
        own.map(({ id }) => id),
      )
      const suspects = own.filter(({ id, requireSignedURLs }) => requireSignedURLs || !rows.get(id)?.state)
      yield* inPages(suspects.map(({ id }) => id))
    }
    for await (const ids of deliveredPages(context.backgroundDb))
      yield* inPages(ids.filter((id) => !present.has(numberOf(id))))
  },
  async inspect(ids) {
    const client = await clientOf(context)
    if (!client) return []
    const rows = await copyRows(context.backgroundDb, ids)
    const findings: Finding[] = []
    for (const id of ids) {
      const image = await imageOf(client, id)
      const row = rows.get(id)!
      const finding = row.state === null ? image && unknownCopy(client, row) : wrongCopy(context, row, image)
      if (finding) findings.push(finding)
    }
    return findings
  },
})

async function clientOf(context: CheckContext): Promise<CloudflareClient | null> {
  const config = await effectiveConfig(context.backgroundDb)
  if (!config || config.is_removing) return null
  const rateLimits = { callsPerSecond, propagationSeconds: 0 }
  return accountClient({ ...syncDeps(context, context.config, silentLog), rateLimits }, config)
}

/** What publishing/cdn-outbox.sql.ts makes: the address of the image and forty random bits. */
const ownId = /^px-[a-z2-7]{26}-[\da-f]{10}$/
/** The random bits, since a million ids as text take three times the memory. */
const numberOf = (id: string) => Number.parseInt(id.slice(-10), 16)

async function* listedImages(client: CloudflareClient): AsyncGenerator<CloudflareImage[]> {
  for (let token: string | null | undefined = ''; token !== null && token !== undefined; ) {
    const query = `per_page=${listLength}${token && `&continuation_token=${encodeURIComponent(token)}`}`
    const page: ImageList = await client.request<ImageList>('GET', `v2?${query}`)
    yield page.images ?? []
    token = page.continuation_token
  }
}

interface ImageList {
  images?: CloudflareImage[]
  continuation_token?: string | null
}

function* inPages(ids: string[]) {
  for (let at = 0; at < ids.length; at += pageSize) yield ids.slice(at, at + pageSize)
}

const imageOf = (client: CloudflareClient, id: string) =>
  client.request<CloudflareImage>('GET', `v1/${encodeURIComponent(id)}`).catch((error) => {
    if (isCloudflareError(error, 'missing')) return null
    throw error
  })

type CopyRow = Awaited<ReturnType<typeof copyRows>> extends Map<string, infer Row> ? Row : never

/** A copy to which visitors are sent in vain. */
function wrongCopy({ backgroundDb }: CheckContext, row: CopyRow, image: CloudflareImage | null): Finding | null {
  const { cdn_id: key, image_id, state } = row
  if (state !== 'delivered' || image_id === null || (image && !image.requireSignedURLs)) return null
  const problem = image ? 'is refused to visitors by' : 'is missing at'
  const text = `The copy ${key} of image ${image_id} ${problem} Cloudflare, and visitors are sent there.`
  const remedy = 'They get it from this site until another copy is there.'
  return { key, text, remedy, repair: () => replaceCopy(backgroundDb, key, image_id) }
}

/** A copy without a row; of an image that was never here it may belong to another site with this account. */
function unknownCopy(client: CloudflareClient, { cdn_id: key, is_ours }: CopyRow): Finding {
  const text = `Cloudflare has the copy ${key}, of which the database knows nothing.`
  if (!is_ours) return { key, text, remedy: 'Delete it there, unless another site uses this account.' }
  const repair = async () => void (await client.request('DELETE', `v1/${encodeURIComponent(key)}`))
  return { key, text, remedy: 'It is deleted there.', repair }
}
