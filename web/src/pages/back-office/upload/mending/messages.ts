import type { Mending } from '@vitrine/contract/measures/mend-picture'

const removedThing = (mending: Mending): string[] => {
  if (mending.kind === 'clear_margins') return []
  if (mending.kind === 'specks') return [`${mending.count.toLocaleString('en')} specks`]
  return [mending.kind === 'haze' ? 'haze' : 'colours of clear pixels']
}

const listed = new Intl.ListFormat('en-GB')
const removedThings = (mended: Mending[]) => listed.format(mended.flatMap(removedThing))
const isTrimmed = (mended: Mending[]) => mended.some(({ kind }) => kind === 'clear_margins')

/** Texts about mended pictures (requirements: #mending). */
export const messages = {
  /** 'removes haze and 12 specks, trims clear margins' */
  offer: (mended: Mending[], before: string, after: string) => {
    const things = removedThings(mended)
    const steps = [things && `removes ${things}`, isTrimmed(mended) && 'trims clear margins'].filter(Boolean)
    return `Mending ${steps.join(' and ')} (${before} → ${after}).`
  },
  done: (mended: Mending[]) => {
    const things = removedThings(mended)
    const steps = [things && `${things} removed`, isTrimmed(mended) && 'clear margins trimmed'].filter(Boolean)
    return `Mended: ${steps.join(', ')}.`
  },
  mend: 'Mend',
  mendOf: (title: string) => `Mend ${title}`,
  undo: 'Undo',
  undoOf: (title: string) => `Undo the mending of ${title}`,
  hint: 'All other pixels that can be seen stay exactly as they are.',
  original: 'Original',
  mended: 'Mended',
  facts: (name: string, width: number, height: number) => `${name}, ${width} × ${height}`,
  pictureOn: { white: (name: string) => `${name}, on white`, black: (name: string) => `${name}, on black` },
  use: 'Use the mended picture',
  keep: 'Keep the original',
  mendAll: (count: number) => `Mend all (${count.toLocaleString('en')})`,
  allMended: (count: number) =>
    count === 1 ? '1 image was mended.' : `${count.toLocaleString('en')} images were mended.`,
}
