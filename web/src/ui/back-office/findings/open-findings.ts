import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { isFault, openFindings, unverifiedKinds } from '@vitrine/contract/measures/findings'

type FindingsOfImage = Pick<ManagedImage, 'findings' | 'overruled'>

/** What was found and not overruled, worst first; nothing until it is measured. */
export const openFindingsOf = ({ findings, overruled }: FindingsOfImage) => openFindings(findings ?? [], overruled)

export const openFaultsOf = (image: FindingsOfImage) => openFindingsOf(image).filter(isFault)

/** What keeps the picture from being approved among many, or by one press (requirements: #faults-stay). */
export const unverifiedFindingsOf = (image: FindingsOfImage) =>
  openFindingsOf(image).filter(({ kind }) => unverifiedKinds.includes(kind))
