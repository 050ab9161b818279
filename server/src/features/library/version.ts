import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/** The text of a file below the root of the repository, or null. */
function read(path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8').trim()
  } catch {
    return null
  }
}

/** The commit that is checked out; empty in an image, which has no repository. */
function readCommit(): string {
  const head = read('.git/HEAD') ?? ''
  const branch = head.startsWith('ref: ') ? head.slice('ref: '.length) : null
  if (!branch) return head
  const packed = read('.git/packed-refs')?.split('\n') ?? []
  return read(`.git/${branch}`) ?? packed.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0] ?? ''
}

/** For Prometheus. */
export const { version: versionNumber } = JSON.parse(read('package.json')!) as { version: string }

/** The first twelve digits of the commit, or an empty text. */
export const commit = readCommit().slice(0, 12)

/** What runs, for people: `0.2.0 (1a2b3c4d5e6f)`. */
export const version = commit ? `${versionNumber} (${commit})` : versionNumber
