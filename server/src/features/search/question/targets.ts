/** A word or phrase that another stands for. */
export interface Target {
  text: string
  /** The lower, the nearer; see server/word-tables/README.md. */
  cost: number
}

/** Parses pairs of `text:cost` separated by commas. */
export const parseTargets = (targets: string | null): Target[] =>
  (targets ? targets.split(',') : []).map((one) => {
    const at = one.lastIndexOf(':')
    return { text: one.slice(0, at), cost: Number(one.slice(at + 1)) }
  })

const kinds = ['synonym', 'samePicture', 'narrower', 'broader', 'colour'] as const
export type Kind = (typeof kinds)[number]

/** How a word of the table of meanings is near another: the tens of its cost. */
export const kindOf = ({ cost }: Target) => kinds[Math.floor(cost / 10) - 1]!
