import { findingKinds } from '@vitrine/contract/measures/findings'
import type { Finding } from '@vitrine/contract/schemas/findings'
import type { ContrastTile } from '@vitrine/contract/schemas/image'
import {
  type AlphaStatistics,
  alphaStatistics,
  hasConstantAlpha,
  hasHaze,
  hasNothingClear,
  hasNothingToSee,
} from './alpha-histogram.ts'
import { findCheckerboard } from './checkerboard/checkerboard.ts'
import { contrastTile, sampleInk } from './contrast-tile.ts'
import { type EdgeQuality, edgeQuality, sampleEdges } from './edge-quality.ts'
import { type Point, type RgbaImage, rgbToHex } from './rgba-image.ts'
import { type Shape, shapeOf } from './shape/shape.ts'

export interface PictureMeasures {
  version: number
  /** Shares of all pixels, 0 to 1. */
  clear_share: number
  soft_share: number
  /** 100 for an edge that is neither jagged nor has a rim of a foreign colour; null where there is no edge to judge. */
  edge_score: number | null
  contrast_tile: ContrastTile | null
  /** Worst first. */
  findings: Finding[]
}

/** Raised with each change of the measuring that may change a result, so that stored results are measured again. */
export const measuresVersion = 4

/** Takes the full-size pixels and changes nothing (requirements: #findings). */
export function measurePicture(image: RgbaImage): PictureMeasures {
  const statistics = alphaStatistics(image)
  const measures = {
    version: measuresVersion,
    clear_share: statistics.clearShare,
    soft_share: statistics.softShare,
    edge_score: null,
    contrast_tile: null,
  }
  if (hasNothingToSee(statistics, image)) {
    const { visiblePixels, highestAlpha } = statistics
    return {
      ...measures,
      findings: [{ kind: 'nothing_to_see', visible_pixels: visiblePixels, highest_alpha: highestAlpha }],
    }
  }
  const shape = shapeOf(image)
  const isCutOut = !hasNothingClear(statistics)
  const edges = isCutOut ? sampleEdges(image) : null
  const quality = edges && edgeQuality(edges)
  const boards = checkerboardFindings(image)
  // A board that was painted in is why it is one.
  const isSolid = shape?.isRectangle && !boards.length && isMostlyOpaque(statistics)
  const findings = [
    ...boards,
    ...alphaFindings(statistics),
    ...(quality ? edgeFindings(quality, shape) : []),
    ...(shape ? shapeFindings(shape, isCutOut) : []),
    ...(isSolid && isCutOut && !shape.background ? [{ kind: 'solid_rectangle', box: shape.box } as const] : []),
  ]
  const order = Object.keys(findingKinds)
  return {
    ...measures,
    edge_score: edges && quality ? edgeScore(quality, edges.slanting + edges.profiles.length) : null,
    contrast_tile: edges && contrastTile(edges.outline, sampleInk(image)),
    findings: findings.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
  }
}

function checkerboardFindings(image: RgbaImage): Finding[] {
  const board = findCheckerboard(image)
  if (!board) return []
  const { lattice, origin, box } = board
  return [
    {
      kind: 'painted_checkerboard',
      square_width: round(lattice.width, 100),
      square_height: round(lattice.height, 100),
      origin: { x: round(origin.x, 10), y: round(origin.y, 10) },
      box,
      light: rgbToHex(lattice.light),
      dark: rgbToHex(lattice.dark),
    },
  ]
}

function alphaFindings(statistics: AlphaStatistics): Finding[] {
  const findings: Finding[] = []
  if (hasNothingClear(statistics)) findings.push({ kind: 'nothing_clear', clear_share: statistics.clearShare })
  if (hasHaze(statistics)) findings.push({ kind: 'haze', share: statistics.hazeShare })
  if (hasConstantAlpha(statistics)) {
    const { commonestSoftAlpha: alpha, commonestSoftShare: share } = statistics
    findings.push({ kind: 'constant_alpha', alpha, share })
  }
  return findings
}

/** Shares above which an edge is jagged, and above which it has a fringe. */
const maxJaggedShare = 0.5
const maxFringeShare = 0.3
/** Fewer places with a fringe than these are chance. */
const minFringePlaces = 12
/** A visible part that fills more of its box than this is a card or a flag: its edge was not cut out. */
const maxCutOutFill = 0.97
const maxPlaces = 200

function edgeFindings({ jaggedShare, jaggedPlaces, fringe }: EdgeQuality, shape: Shape | null): Finding[] {
  const findings: Finding[] = []
  const isJagged = jaggedShare > maxJaggedShare
  const hasFringe = fringe.share > maxFringeShare && fringe.places.length >= minFringePlaces
  const isWhite = Math.min(...fringe.colour) === 255
  const places = spread(fringe.places)
  if (isJagged) findings.push({ kind: 'jagged_edge', share: round(jaggedShare, 1000), places: spread(jaggedPlaces) })
  if (!hasFringe || (shape?.fill ?? 1) >= maxCutOutFill) return findings
  const share = round(fringe.share, 1000)
  // Without jags a rim may be drawn, as on glossy buttons; only a white one is worth a remark.
  if (isJagged) findings.push({ kind: 'halo', colour: rgbToHex(fringe.colour), share, places })
  else if (isWhite) findings.push({ kind: 'light_rim', share, places })
  return findings
}

/** The share of what is visible that may be soft in a solid rectangle. */
const maxSoftOfSolid = 0.1

const isMostlyOpaque = ({ softShare, clearShare }: AlphaStatistics) => softShare <= maxSoftOfSolid * (1 - clearShare)

function shapeFindings({ box, background, specks, borders }: Shape, isCutOut: boolean): Finding[] {
  const findings: Finding[] = []
  if (background)
    findings.push({
      kind: 'solid_background',
      colour: rgbToHex(background.colour),
      share: round(background.share, 1000),
      box,
    })
  if (isCutOut && specks.length) findings.push({ kind: 'specks', count: specks.length, places: spread(specks) })
  if (isCutOut && borders.length) findings.push({ kind: 'touches_border', sides: borders })
  return findings
}

const minEdgePlaces = 36

const edgeScore = ({ jaggedShare, fringe }: EdgeQuality, places: number) =>
  places < minEdgePlaces ? null : Math.round(100 * (1 - jaggedShare) * (1 - fringe.share))

function spread(places: Point[]): Point[] {
  const step = Math.ceil(places.length / maxPlaces)
  return places.filter((_, at) => at % step === 0)
}

const round = (value: number, parts: number) => Math.round(value * parts) / parts
