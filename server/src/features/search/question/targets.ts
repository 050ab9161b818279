/** A word or phrase that another stands for. */
export interface Target {
  text: string
  /** The lower, the nearer; see server/word-tables/README.md. */
  cost: number
}

/** Of `text:cost` separated by commas. */
export const parseTargets = (targets: string | null): Target[] =>
  (targets ? targets.split(',') : []).map((one) => {
    const at = one.lastIndexOf(':')
    return { text: one.slice(0, at), cost: Number(one.slice(at + 1)) }
  })
