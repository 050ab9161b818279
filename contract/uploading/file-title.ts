/** "Clipart by Ada Lovelace - fox": what collections of clip art put before the title. */
const makerPrefix = /^\s*clip ?art by ([^-]{2,80}?)\s+-\s+/i
/** The number of a file of a set: 01 of `fox01` and `red_fox-01`, but neither 4 of `mp4` nor 747 of `Boeing 747`. */
const setNumber = /(?<=\p{L}{3})[_-]?\d+$/u

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

/** The title suggested by a file name: "red_fox-01.png" becomes "Red fox"; empty when it has no words. */
export function titleFromFileName(fileName: string): string {
  const words = fileName
    .normalize('NFC')
    .replace(/\.[^.]{1,5}$/, '')
    .replace(setNumber, '')
    .replaceAll(/[_\-\s.+]+|\p{C}/gu, ' ')
    .trim()
  return words && words[0]!.toUpperCase() + words.slice(1)
}
