import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Busy, type Pictures } from '#features/images/pictures'
import { Refusal } from '#features/images/refusal'
import { avatarKey } from '#features/users/avatars'
import type { Avatars } from '#features/users/profile-routes'
import { fail } from '#kit/errors'
import type { Store } from '#kit/store'
import { PngWalker } from './png-walker.ts'

/** Portraits go the way of uploads: looked at before native code sees them, made anew by a limited process. */
export const avatarsIn = ({ store, pictures }: { store: Store; pictures: Pictures }): Avatars => ({
  async make(bytes, owner) {
    const workspace = await store.workspace()
    try {
      const [file, to] = [join(workspace.folder, 'portrait'), join(workspace.folder, 'avatar.webp')]
      walk(bytes)
      await writeFile(file, bytes)
      await pictures.avatar({ file, to })
      const name = `${nameOf(await readFile(to), owner)}.webp`
      await store.keep(to, avatarKey(name))
      return name
    } catch (error) {
      if (error instanceof Busy) throw fail('busy')
      throw error instanceof Refusal ? fail('bad_avatar', { fields: [{ at: 'image', message: sentence }] }) : error
    } finally {
      await workspace.clear()
    }
  },
})

/** Two people with one picture have a file each, so that neither takes the other's away. */
const nameOf = (bytes: Buffer, owner: number) => createHash('sha256').update(`${owner} `).update(bytes).digest('hex')

const { message: sentence } = fail('bad_avatar')

/** Throws Refusal where a PNG is not a sound one; the other formats have no walker, but the process has its limits. */
function walk(bytes: Buffer) {
  if (!bytes.subarray(1, 4).equals(Buffer.from('PNG'))) return
  const walker = new PngWalker()
  walker.push(bytes)
  walker.end()
}
