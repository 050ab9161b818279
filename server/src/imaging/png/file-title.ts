import { singleLine } from '@vitrine/contract/plain-text'

/** "Clipart by Ada Lovelace - fox": what collections of clip art put before the title. */
const makerPrefix = /^\s*clip ?art by ([^-]{2,80}?)\s+-\s+/i
/** The number of a file of a set: 01 of `fox01` and `red_fox-01`, but neither 4 of `mp4` nor 747 of `Boeing 747`. */
const setNumber = /(?<=\p{L}{3})[_-]?\d+$/u

/** That of files which Windows or a browser numbered. */
const copyNumber = / \(\d+\)$/
/** Entities of HTML, which web sites leave in the titles of the files that they offer. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }

/** The title in a file as a person would write it, and whom it names as its maker; the latter empty for most. */
export function cleanTitle(text: string): { title: string; maker: string } {
  const maker = makerPrefix.exec(text)?.[1] ?? ''
  const title = text
    .replace(makerPrefix, '')
    .replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .trim()
  return {
    title:
      title
        .replace(setNumber, '')
        .replaceAll(/[_\s]+/g, ' ')
        .trim() || title,
    maker,
  }
}

/**
 * The titles suggested by the names of files that come together, empty where a name has no words: "red_fox-01.png"
 * becomes "Red fox" where another one is "red_fox" too, and "boeing_747.png" alone "Boeing 747".
 */
export function titlesFromFileNames(fileNames: string[]): string[] {
  const names = fileNames.map((name) => name.normalize('NFC').replace(/\.[a-z]{3,4}$/i, ''))
  const stemOf = (name: string) => name.replace(setNumber, '').replace(copyNumber, '')
  const namesByStem = Map.groupBy(names, stemOf)
  return names.map((name) => {
    const stem = stemOf(name)
    const words = singleLine((namesByStem.get(stem)!.length > 1 ? stem : name).replaceAll(/[_-]+/g, ' '))
    return words && words[0]!.toUpperCase() + words.slice(1)
  })
}
