import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopMainProcesses } from '#test/main-process'
import { startS3 } from '#test/s3-server'
import { startBucketTls } from './bucket-tls.ts'
import { createClient } from './client.ts'
import { startNginx } from './nginx.ts'
import { startDatabase } from './postgres.ts'
import * as site from './site.ts'

/**
 * What compose.yaml starts, as processes on loopback: nginx, two web processes and one for jobs, PostgreSQL, a bucket.
 * With STORE=disk the files lie in the data folder, with FILES_SENT_BY=bucket the bucket has an address of https.
 */
export async function startTopology(more: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-topology-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startDatabase()
  stack.defer(postgres.stop)
  const s3 = more.STORE === 'disk' ? null : await startS3()
  if (s3) stack.defer(s3.stop)
  const hasPublicBucket = s3 && more.FILES_SENT_BY === 'bucket'
  const bucket = hasPublicBucket ? await startBucketTls(join(folder, 'bucket'), s3.settings.S3_ENDPOINT) : null
  if (bucket) stack.defer(bucket.stop)
  stack.defer(stopMainProcesses)
  const data = join(folder, 'data')
  const settings = { ...site.siteSettings(data), ...postgres.settings, ...s3?.settings, ...bucket?.settings, ...more }
  const web: site.SiteProcess[] = []
  for (const _ of ['first', 'second']) web.push(await site.startSiteProcess({ ...settings, ROLES: 'web' }))
  await site.startSiteProcess({ ...settings, ROLES: 'jobs' })
  const nginx = await startNginx(join(folder, 'nginx'), {
    servers: web.map(({ port }) => port),
    files: join(data, 'files'),
    webroot: join(folder, 'webroot'),
  })
  stack.defer(nginx.stop)
  const ask = createClient(nginx)
  const admin = await site.createAdmin(ask, settings)
  const contributor = await site.createContributor(ask, 'ada')
  const publish = async (title: string, png = site.nextPng()) => {
    const image = await site.upload(ask, contributor, png, title)
    await site.approve(ask, admin, [image.id])
    return image
  }
  const downloadsOf = async ({ id }: site.UploadedImage) =>
    Number((await postgres.query('select downloads from images where id = $1', id))[0].downloads)
  const started = stack.move()
  const stop = () => started.disposeAsync()
  return { folder, data, settings, postgres, bucket, web, nginx, ask, admin, contributor, publish, downloadsOf, stop }
}
