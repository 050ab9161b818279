/** A search that is measured. */
export interface Engine {
  name: string
  /** Ids of the first ten pictures at least, the best first. */
  search(text: string): number[] | Promise<number[]>
}

/** Pictures that count. */
export const FIRST = 10
