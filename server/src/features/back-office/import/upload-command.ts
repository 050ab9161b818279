import { createReadStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { picturesPerRequest, uploads } from '@vitrine/contract/calls/back-office/uploads'
import type { Reply } from '@vitrine/contract/endpoint'
import { mapImageFields } from '@vitrine/contract/image-fields'
import { splitIntoBatches } from '@vitrine/contract/upload-batches'
import { categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { CommandError, type CommandOptions, fromCaller, type RemoteCommand } from '#command'
import type { UploadMetadata } from '#features/uploads/ingest'
import { startProgress } from '#kit/progress'
import { sha256Of } from '#kit/sha256'
import { baseName } from '../image-names.ts'
import {
  metadataFromPath,
  printRows,
  readSourceFolder,
  type SourceFile,
  type SourceFolder,
  sourceFolderOptions,
  unreadableText,
} from './folder-files.ts'
import { createSiteClient, Refusal, type SiteClient } from './site-client.ts'

export const uploadFolder: RemoteCommand = {
  usage: 'upload <folder> --site URL',
  description:
    'Uploads every PNG below a folder to a site by its API, with an API key. Repeating it, after an interruption or ' +
    'with more files, sends only what has not arrived; it waits where the site asks it to.',
  options: {
    site: { type: 'string', description: 'The address of the site, such as https://vitrine.example' },
    key: { type: 'string', description: 'An API key; better in the environment, as VITRINE_KEY' },
    ...sourceFolderOptions,
  },

  async runRemotely(options, [folder], environment) {
    if (!folder) throw new CommandError(`Name the folder: npm run vitrine -- ${uploadFolder.usage}`)
    const source = await readSourceFolder(fromCaller(folder), options)
    const client = createSiteClient({ ...siteAndKey(options, environment), say: (line) => console.log(line) })
    console.log(`By uploading you state: ${rightsStatement.text}`)
    const report: UploadReport = { added: 0, waiting: 0, alreadyThere: 0, refused: [] }
    try {
      await uploadAll(client, source, report)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new CommandError(`Stopped: ${stopReason(error)} What has arrived stays; run it again to go on.`)
    } finally {
      printReport(report)
      printRows(source)
    }
    return report.refused.length === 0
  },
}

const stopReason = ({ code, message }: Refusal) =>
  code === 'not_signed_in' ? 'The site does not know this API key, or it was revoked.' : message

function siteAndKey(options: CommandOptions, environment: NodeJS.ProcessEnv): { site: string; key: string } {
  const site = String(options.site ?? '')
  if (!URL.canParse(site)) throw new CommandError('Name the site: --site https://vitrine.example')
  const key = String(options.key ?? environment.VITRINE_KEY ?? '')
  if (!key)
    throw new CommandError('Give an API key as VITRINE_KEY, or with --key. The site’s page “API keys” makes one.')
  return { site, key }
}

interface UploadReport {
  added: number
  /** Of the added ones, those that wait for review. */
  waiting: number
  alreadyThere: number
  refused: { file: string; reason: string }[]
}

interface LocalFile extends SourceFile {
  sha256: string
  byte_size: number
}

/** Uploads in groups: those that the site has are left out, the others are sent in batches. */
async function uploadAll(client: SiteClient, source: SourceFolder, report: UploadReport) {
  const { files } = source
  const progress = startProgress('Uploading', files.length)
  try {
    for (let at = 0; at < files.length; at += picturesPerRequest) {
      const group = await readGroup(files.slice(at, at + picturesPerRequest), report)
      const missing = await leaveOutKnown(client, group, report)
      for (const batch of splitIntoBatches(missing, ({ byte_size }) => byte_size))
        await uploadBatch(client, batch, source, report)
      progress.update(Math.min(at + picturesPerRequest, files.length), files.length)
    }
  } finally {
    progress.finish()
  }
}

async function readGroup(files: SourceFile[], report: UploadReport): Promise<LocalFile[]> {
  const group: LocalFile[] = []
  for (const file of files) {
    const { path, name } = file
    try {
      const { size } = await stat(path)
      if (size > fileLimits.fileBytes) report.refused.push({ file: name, reason: tooLargeText })
      else group.push({ ...file, sha256: await sha256Of(createReadStream(path)), byte_size: size })
    } catch (error) {
      report.refused.push({ file: name, reason: unreadableText(error as Error) })
    }
  }
  return group
}

const tooLargeText = `This file has more than ${fileLimits.fileBytes / 1e6} MB.`

/** The files that the owner of the key has not uploaded yet; equal files of a group count once. */
async function leaveOutKnown(client: SiteClient, files: LocalFile[], report: UploadReport): Promise<LocalFile[]> {
  if (!files.length) return []
  const pictures = files.map(({ sha256 }) => ({ sha256, row: null }))
  const { found } = await client.call(uploads.alike, { pictures })
  const known = new Set(found.filter(({ image }) => image?.is_own).map(({ index }) => files[index]!.sha256))
  const missing = files.filter(({ sha256 }) => !known.has(sha256) && known.add(sha256))
  report.alreadyThere += files.length - missing.length
  return missing
}

/** Sends the files until each of them is taken or refused for its own sake. */
async function uploadBatch(client: SiteClient, files: LocalFile[], source: SourceFolder, report: UploadReport) {
  let left = files
  while (left.length) {
    const { images, errors } = await sendBatch(client, left, source)
    report.added += images.length
    report.waiting += images.filter(({ status }) => status === 'pending').length
    const refused = errors.filter(({ code }) => !passingCodes.has(code))
    for (const { index, message } of refused) report.refused.push({ file: left[index]!.name, reason: message })
    left = left.filter((_, at) => errors.some(({ index, code }) => index === at && passingCodes.has(code)))
  }
}

/** Errors of one file that another try may cure; the request as a whole then says how long to wait. */
const passingCodes = new Set(['hourly_quota', 'pending_quota', 'storage_quota', 'busy', 'unavailable'])

type BatchReply = Reply<typeof uploads.upload>

async function sendBatch(client: SiteClient, files: LocalFile[], source: SourceFolder): Promise<BatchReply> {
  try {
    return await client.send(uploads.upload, () => formOf(files, source))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'none_accepted') throw error
    const errors = error.fields.map(({ at, message }) => {
      const index = Number(at.replace('images.', ''))
      return { index, filename: '', code: error.code, message }
    })
    return { images: [], errors }
  }
}

/** The files are read from the disk while they are sent. */
async function formOf(files: LocalFile[], source: SourceFolder): Promise<FormData> {
  const form = new FormData()
  form.append('rights', String(rightsStatement.version))
  for (const file of files) {
    for (const [name, text] of Object.entries(partsOf(metadataFromPath(file, source)))) form.append(name, text)
    form.append('images', await openAsBlob(file.path, { type: 'image/png' }), baseName(file.name))
  }
  return form
}

/** A part of every field, since the i-th of each belongs to the i-th file. */
const partsOf = ({ file_title: _, keywords, category, ...texts }: UploadMetadata) => ({
  ...mapImageFields(() => ''),
  ...texts,
  keywords: keywords?.join(', ') ?? '',
  category: categoryValueById(category ?? null) ?? '',
})

function printReport({ added, waiting, alreadyThere, refused }: UploadReport) {
  for (const { file, reason } of refused) console.log(`refused  ${file}: ${reason}`)
  const count = (n: number) => n.toLocaleString('en')
  console.log(`${count(added)} uploaded, ${count(alreadyThere)} already there, ${count(refused.length)} refused.`)
  if (waiting && waiting === added) console.log('They wait for review.')
  else if (waiting) console.log(`${count(waiting)} of them ${waiting === 1 ? 'waits' : 'wait'} for review.`)
}
