import { isVerified, type PictureMeasures } from '@vitrine/contract/measures/findings'
import { transparencyText } from '@vitrine/contract/measures/transparency'
import type { StoredFile } from './files.sql.ts'

/** What was measured of a picture, as columns of `file`. */
export const measuredColumns = (measures: PictureMeasures) => ({
  transparent_ratio: measures.clear_share,
  translucent_ratio: measures.soft_share,
  findings: JSON.stringify(measures.findings),
  edge_score: measures.edge_score,
  contrast_tile: measures.contrast_tile,
  measures_version: measures.version,
})

type MeasuredFile = Pick<
  StoredFile,
  'width' | 'height' | 'transparent_ratio' | 'translucent_ratio' | 'edge_score' | 'findings' | 'open_findings'
>

/** What was found and not overruled; null until the file is measured. */
export const openFindingsOf = ({ findings, open_findings }: Pick<StoredFile, 'findings' | 'open_findings'>) =>
  findings?.filter(({ kind }) => open_findings?.includes(kind)) ?? null

/** The same as replies carry it, with the open findings. */
export function transparencyOf(file: MeasuredFile) {
  const { width, height } = file
  const findings = openFindingsOf(file)
  const transparency = {
    clear_share: file.transparent_ratio,
    soft_share: file.translucent_ratio,
    is_verified: findings !== null && isVerified({ findings }),
    edge_score: file.edge_score,
    findings,
  }
  return { ...transparency, transparency_text: transparencyText({ ...transparency, width, height }) }
}
