import type { TransparencyKind } from '../vocabulary/filters.ts'
import { findingLabel } from './finding-texts.ts'
import { type Finding, type FindingKind, faultKinds, isFault } from './findings.ts'

/** The transparency of a picture, as replies carry it, with its size in pixels. */
export interface MeasuredTransparency {
  width: number
  height: number
  /** Shares of all pixels, 0 to 1. */
  clear_share: number
  soft_share: number
  is_verified: boolean
  /** 0 to 100; null where there is no edge to judge. */
  edge_score: number | null
  /** Null until it is measured. */
  findings: Finding[] | null
}

/**
 * Share of the pixels that are soft beyond an edge, from which on a cut-out has soft parts; and how many soft pixels an
 * edge may have for each pixel of width and height. Of held-out clip art 93 % with soft areas are told, and 73 % of
 * what is told has some; the share of all soft pixels alone would take every small picture for soft.
 */
const minSoftShare = 0.01
const maxEdgePixels = 5
/** Edge scores from which on an edge is clean. */
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

/** A share of 0 to 1 in percent: never 0 % for more than nothing, never 100 % for less than all. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %'
  if (share < 1 && share > 0.99) return '> 99 %'
  return `${Math.round(share * 100)} %`
}
