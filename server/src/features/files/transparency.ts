import { isVerified, type PictureMeasures } from '@vitrine/contract/measures/findings'
import type { StoredFile } from './files.sql.ts'

/** What was measured of a picture, as columns of `file`. */
export const measuredColumns = (measures: PictureMeasures) => ({
  transparent_ratio: measures.clear_share,
  translucent_ratio: measures.soft_share,
  findings: JSON.stringify(measures.findings),
  edge_score: measures.edge_score,
  outline_contrast: measures.outline_contrast && JSON.stringify(measures.outline_contrast),
  measures_version: measures.version,
})

type MeasuredFile = Pick<StoredFile, 'transparent_ratio' | 'translucent_ratio' | 'edge_score' | 'findings'>

/** The same as replies carry it. */
export const transparencyOf = ({ transparent_ratio, translucent_ratio, edge_score, findings }: MeasuredFile) => ({
  clear_share: transparent_ratio,
  soft_share: translucent_ratio,
  is_verified: findings !== null && isVerified({ findings }),
  edge_score,
  findings,
})
