import { readdir, stat } from 'node:fs/promises'
import { titlesFromFileNames } from '@vitrine/contract/uploading/file-title'
import { CommandError } from '#command'
import { decodeText } from '#kit/decode-text'
import { baseName } from '../image-names.ts'

/** A PNG in a folder. */
export interface SourceFile {
  /** In bytes, since names on a disk need not be UTF-8. */
  path: Buffer
  /** The path below the folder, as text. */
  name: string
  /** What its name suggests. */
  title: string
}

/** Sorted, so that every run takes the same order. Links to files count as files; links to folders are not followed. */
export async function findPngs(root: string): Promise<SourceFile[]> {
  if (!(await stat(root).catch(() => null))?.isDirectory()) throw new CommandError(`${root} is not a folder.`)
  const folder = Buffer.from(root)
  const paths = (await findPngsIn(folder)).sort(Buffer.compare)
  if (!paths.length) throw new CommandError(`There is no .png file below ${root}.`)
  const names = paths.map((path) => textOf(path.subarray(folder.length)))
  const titles = titlesFromFileNames(names.map(baseName))
  return paths.map((path, index) => ({ path, name: names[index]!, title: titles[index]! }))
}

/** Each part of a path may be in an encoding of its own, and macOS stores letters decomposed. */
const textOf = (path: Buffer) =>
  path
    .toString('latin1')
    .split('/')
    .slice(1)
    .map((part) => decodeText(Buffer.from(part, 'latin1')).normalize())
    .join('/')

/** Recurses itself, because readdir's `recursive` follows links to folders, up to 40 times around a cycle. */
async function findPngsIn(folder: Buffer): Promise<Buffer[]> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(() => null)
  if (!entries) return [folder] // an unreadable folder is reported like an unreadable file
  const lists = entries.map((entry) => {
    const path = Buffer.concat([folder, Buffer.from('/'), entry.name])
    if (entry.isDirectory()) return findPngsIn(path)
    return isPng(entry.name.toString()) && (entry.isFile() || entry.isSymbolicLink()) ? [path] : []
  })
  return (await Promise.all(lists)).flat()
}

/** Not the attributes that macOS stores beside a file on other systems (AppleDouble). */
const isPng = (name: string) => /\.png$/i.test(name) && !name.startsWith('._')
