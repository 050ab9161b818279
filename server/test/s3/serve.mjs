// Cloudflare's R2 by miniflare, in a process of its own: inside another one its undici takes over that one's `fetch`.
import { Miniflare } from 'miniflare'

const [accessKeyId, secretAccessKey, files, port] = process.argv.slice(2)
const r2 = new Miniflare({
  modules: true,
  port: Number(port),
  r2Persist: files || false,
  script: 'export default { fetch: () => new Response() }',
  r2Buckets: { VITRINE: { id: 'vitrine', s3Credentials: { accessKeyId, secretAccessKey } } },
})
const url = await r2.ready
process.send({ endpoint: `${url.origin}/cdn-cgi/local/r2/s3` })
process.on('disconnect', async () => {
  await r2.dispose()
  process.exit()
})
