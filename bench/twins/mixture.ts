import { type Orientation, orientPlane } from '../../contract/measures/similarity/orientations.ts'
import {
  coarseSide,
  type PerceptualRow,
  planesLength,
  planesOf,
  rowOfPlanes,
} from '../../contract/measures/similarity/perceptual-row.ts'

/** A mixture of two rows, its edges in one of four orientations: as different as pictures of one library are. */
export function mixture(samples: PerceptualRow[], random: () => number): PerceptualRow {
  const [one, other] = [0, 1].map(() => samples[Math.floor(random() * samples.length)]!)
  const share = 0.55 + 0.45 * random()
  const planes = new Uint8Array(planesLength)
  for (let at = 0; at < planesLength; at++) planes[at] = one!.planes[at]! * share + other!.planes[at]! * (1 - share)
  const { edges } = planesOf({ planes })
  edges.set(orientPlane(edges, coarseSide, Math.floor(random() * 4) as Orientation).slice())
  return rowOfPlanes(Math.round(one!.aspect * share + other!.aspect * (1 - share)), planes)
}
