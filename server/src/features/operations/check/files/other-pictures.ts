import { type ImageFormat, imageFormats } from '@vitrine/contract/vocabulary/image-formats'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { avatarKey, isAvatarName } from '#features/accounts/users/avatar-urls'
import { deleteDerivatives } from '#features/gallery/derivatives.sql'
import { coverKey } from '#features/gallery/highlights/covers'
import { coversInUse } from '#features/gallery/highlights/highlights.sql'
import { copyStoredFile } from '#kit/storage/store'
import type { CheckContext, Finding, Inspection } from '../inspections.ts'
import { avatarOwners, avatarsOf, derivativeCount, derivativeKeys, derivativesOf, forgetCover } from './files.sql.ts'
import { pictureProblems } from './picture-problems.ts'

export const otherPictures = (context: CheckContext): Inspection[] => [
  avatars(context),
  covers(context),
  derivatives(context),
]

/** Pixels of a derivative that are counted on, since only decoding tells them. */
const derivativePixels = 4_000_000

const avatars = (context: CheckContext): Inspection => ({
  subject: 'Avatars',
  isGradual: true,
  pages: () => avatarOwners(context.backgroundDb),
  async inspect(ids) {
    const rows = await avatarsOf(context.backgroundDb, ids)
    const pixels = limits.avatarSide ** 2
    const problems = await pictureProblems(
      context,
      rows.map(({ image }) => ({ key: avatarKey(image), format: 'webp', pixels })),
    )
    const findings = rows.map(({ id, username, image }) => {
      const key = avatarKey(image)
      const problem = isAvatarName(image) ? problems.get(key) : 'has no name of an avatar'
      return problem && lostAvatar(context, String(id), key, `The avatar of ${username} ${problem} (${key}).`)
    })
    return (await Promise.all(findings)).filter((finding) => finding !== undefined && finding !== '')
  },
})

async function lostAvatar({ store, backups }: CheckContext, id: string, key: string, text: string): Promise<Finding> {
  const upload =
    'They upload another one, or it comes back from a backup: check --repair --from <folder of the backups>'
  if (!backups || (await backups.size(key)) === null) return { key: id, text, remedy: upload }
  const repair = () => copyStoredFile(backups, key, store, key)
  return { key: id, text, remedy: 'It is copied from the backups.', repair }
}

const covers = (context: CheckContext): Inspection => ({
  subject: 'Covers',
  isGradual: true,
  async *pages() {
    yield await coversInUse(context.backgroundDb)
  },
  async inspect(covers) {
    const used = (await coversInUse(context.backgroundDb)).filter((cover) => covers.includes(cover))
    const problems = await pictureProblems(
      context,
      used.map((cover) => ({ key: coverKey(cover), format: 'jpeg', pixels: 1_000_000 })),
    )
    return used.flatMap((cover) => {
      const key = coverKey(cover)
      const problem = problems.get(key)
      if (!problem) return []
      const remedy = 'It is made again with the next highlights.'
      const repair = async () => {
        await context.store.remove(key)
        await forgetCover(context.backgroundDb, cover)
      }
      return [{ key: cover, text: `A picture of shared links ${problem} (${key}).`, remedy, repair }]
    })
  },
})

const derivatives = (context: CheckContext): Inspection => ({
  subject: 'Derivatives',
  isGradual: true,
  count: () => derivativeCount(context.backgroundDb),
  pages: () => derivativeKeys(context.backgroundDb),
  async inspect(keys) {
    const rows = await derivativesOf(context.backgroundDb, keys)
    const pictures = rows.map(({ key }) => ({ key, format: formatOf(key), pixels: derivativePixels }))
    const problems = await pictureProblems(context, pictures)
    const findings: Finding[] = []
    for (const { key, byte_size } of rows) {
      const size = await context.store.size(key)
      const isOther = size !== null && byte_size !== null && size !== byte_size
      const problem = isOther ? `has ${size} bytes instead of ${byte_size}` : problems.get(key)
      if (!problem) continue
      const repair = async () => {
        await context.store.remove(key)
        await deleteDerivatives(context.backgroundDb, [key])
      }
      findings.push({
        key,
        text: `A derivative ${problem} (${key}).`,
        remedy: 'It is made when it is asked for.',
        repair,
      })
    }
    return findings
  },
})

const formats = Object.keys(imageFormats) as ImageFormat[]
const formatOf = (key: string) => formats.find((format) => key.endsWith(imageFormats[format].extension))!
