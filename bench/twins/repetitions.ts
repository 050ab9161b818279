import { compareRows } from '../../server/src/imaging/measures/similarity/compare-rows.ts'
import { candidateTest } from '../../server/test/candidate-rows.ts'
import type { Picture } from './clip-art.ts'

/** What is said to be repeated within one library. */
export interface Repetitions {
  /** Pairs that were compared, since their hashes are near. */
  candidates: number
  samePicture: number
  sameDrawing: number
  /** Pictures that have at least one partner. */
  withPartner: number
  /** Milliseconds of one comparison. */
  comparison: number
}

export function measureRepetitions(pictures: Picture[]): Repetitions {
  const found = { same_picture: 0, same_drawing: 0 }
  const withPartner = new Set<Picture>()
  let [candidates, spent] = [0, 0]
  for (const [index, one] of pictures.entries()) {
    const isCandidate = candidateTest(one.row)
    for (const other of pictures.slice(index + 1)) {
      if (!isCandidate(other.row)) continue
      candidates++
      const began = performance.now()
      const resemblance = compareRows(one.row, other.row)
      spent += performance.now() - began
      if (!resemblance) continue
      found[resemblance.kind]++
      for (const picture of [one, other]) withPartner.add(picture)
    }
  }
  return {
    candidates,
    samePicture: found.same_picture,
    sameDrawing: found.same_drawing,
    withPartner: withPartner.size,
    comparison: spent / candidates,
  }
}
