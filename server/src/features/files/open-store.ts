import { join } from 'node:path'
import { mimeTypeOf } from '@vitrine/contract/vocabulary/image-formats'
import type { Config } from '#config'
import { reportAvailability } from '#kit/availability'
import { type Logger, silentLog } from '#kit/logger'
import { diskStore } from '#kit/storage/disk-store'
import type { S3Settings } from '#kit/storage/s3-client'
import { findS3Problem, s3Store } from '#kit/storage/s3-store'
import type { Store } from '#kit/storage/store'
import { SettingError } from '../../setting-parsers.ts'

const filesFolder = ({ DATA_DIR }: Config) => join(DATA_DIR, 'files')
/** Of unfinished files: that of a disk store, which a bucket needs as well. */
export const workspaceFolder = (config: Config) => join(filesFolder(config), 'tmp')

/** Opens the configured file store; throws a `SettingError` when it cannot be used. */
export async function openStore(config: Config, log: Logger = silentLog): Promise<Store> {
  const folder = filesFolder(config)
  if (config.STORE === 'disk') return diskStore(folder)
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const) {
    if (!config[name]) throw new SettingError(`With STORE=s3 the setting ${name} is required.`)
  }
  const settings: S3Settings = {
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    pathStyle: config.S3_PATH_STYLE === 'on',
  }
  const problem = await findS3Problem(settings)
  if (problem) throw new SettingError(problem)
  const availability = reportAvailability(log, {
    away: 'The bucket does not answer; calls that need its files are answered with 503',
    back: 'The bucket answers again',
  })
  return s3Store(settings, { workspaceFolder: workspaceFolder(config), contentTypeOf, availability })
}

const contentTypeOf = (key: string) => mimeTypeOf(key) ?? 'application/octet-stream'
