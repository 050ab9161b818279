import type { Dimensions } from '@vitrine/contract/measures/dimensions'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { type FindingKind, faultKinds, formatPercent, isFault, isVerified } from '@vitrine/contract/measures/findings'
import type { Transparency } from '@vitrine/contract/schemas/findings'
import type { TransparencyKind } from '@vitrine/contract/vocabulary/filters'
import type { StoredFile } from './file-facts.sql.ts'

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

/** The transparency of a picture without its text, with its size in pixels. */
export type MeasuredTransparency = Dimensions & Omit<Transparency, 'transparency_text'>

/**
 * Share of the pixels that are soft beyond an edge, from which on a cut-out has soft parts; and how many soft pixels an
 * edge may have for each pixel of width and height. Of held-out clip art 93 % with soft areas are told, and 73 % of
 * what is told has some; the share of all soft pixels alone would take every small picture for soft.
 */
const minSoftShare = 0.01
const maxEdgePixels = 5
const minCleanScore = 90

/** Whether all that is visible is a filled rectangle: nothing was cut out of it. */
const isSolid = ({ findings }: MeasuredTransparency) =>
  findings?.some(({ kind }) => kind === 'solid_rectangle' || kind === 'solid_background')

/** What a visitor's filter calls it; null until it is measured, and for a solid rectangle (requirements: #filters). */
export function transparencyKind(measured: MeasuredTransparency): TransparencyKind | null {
  const { findings, soft_share, width, height } = measured
  if (!findings) return null
  if (findings.some(({ kind }) => kind === 'nothing_clear' || kind === 'nothing_to_see')) return 'none'
  if (isSolid(measured)) return null
  const edgeShare = (maxEdgePixels * (width + height)) / (width * height)
  return soft_share >= minSoftShare + edgeShare ? 'soft' : 'cutout'
}

/** Whether it is verified and its edge was judged to be clean; a light rim may be drawn, but is none to rely on. */
export const hasCleanEdges = ({ is_verified, edge_score, findings }: MeasuredTransparency): boolean =>
  is_verified && (edge_score ?? 0) >= minCleanScore && !findings?.some(({ kind }) => kind === 'light_rim')

/** What visitors read of it: what was measured, checked and found (requirements: #transparency-sentence). */
export function transparencyText(measured: MeasuredTransparency): string {
  const { findings, is_verified } = measured
  if (is_verified) return `${cutOutText(measured)}. Checked: ${checkedKinds(measured).map(noSuch).join(', ')}.`
  const faults = findings?.filter(isFault).map(({ kind }) => nameOf(kind)) ?? []
  const found = faults.length ? ` Found: ${faults.join(', ')}.` : ''
  return `${clearText(measured)}.${findings ? found : ' Not checked yet.'}`
}

function cutOutText(measured: MeasuredTransparency): string {
  const { clear_share, soft_share } = measured
  const clear = `${formatPercent(clear_share)} clear`
  if (isSolid(measured)) return `A solid rectangle, ${clear}`
  const clean = hasCleanEdges(measured) ? 'clean ' : ''
  if (transparencyKind(measured) === 'cutout')
    return `Cut out, ${clear}, ${soft_share > 0 ? 'soft' : 'hard'} ${clean}edge`
  return `Cut out with soft parts, ${clear}, ${formatPercent(soft_share)} translucent${clean && ', clean edge'}`
}

function clearText({ clear_share, soft_share }: MeasuredTransparency): string {
  if (clear_share > 0) return `${formatPercent(clear_share)} clear`
  return soft_share > 0 ? `Nothing clear, ${formatPercent(soft_share)} translucent` : 'No transparency'
}

/** The faults that it was looked for, without one that an admin has overruled. */
function checkedKinds({ edge_score, findings }: MeasuredTransparency): FindingKind[] {
  const unjudged: FindingKind[] = edge_score === null ? ['halo', 'jagged_edge'] : []
  const unchecked = new Set<FindingKind>(['nothing_to_see', ...unjudged, ...(findings ?? []).map(({ kind }) => kind)])
  return faultKinds.filter((kind) => !unchecked.has(kind))
}

const nameOf = (kind: FindingKind) => findingLabel(kind).toLowerCase()
const noSuch = (kind: FindingKind) => `no ${nameOf(kind)}`
