import type { Rectangle } from '@vitrine/contract/schemas/findings'
import { useId } from 'react'
import type { FindingMarks } from './finding-marks.ts'

interface MarkedPictureProps {
  src: string
  width: number
  height: number
  marks: FindingMarks | null
  /** The text alternative. */
  label: string
  /** The part of the picture to show; all of it where nothing is said. */
  detail?: Rectangle
  /** A grey on which marks stand out, where nothing is said. */
  backdrop?: 'white' | 'black'
}

/** A picture with the marks of one finding drawn over it. */
export function MarkedPicture({ src, width, height, marks, label, detail, backdrop }: MarkedPictureProps) {
  const view = detail ?? { left: 0, top: 0, width, height }
  return (
    <svg
      role="img"
      aria-label={label}
      className={`marked-picture ${detail ? 'detail' : ''} ${backdrop ? `on-${backdrop}` : ''}`}
      viewBox={`${view.left} ${view.top} ${view.width} ${view.height}`}
    >
      <image href={src} width={width} height={height} />
      {marks?.tint && <Tint src={src} width={width} height={height} range={marks.tint} />}
      {marks?.lines && <path className="finding-mark" d={marks.lines} />}
      {marks?.frame && <Frame {...marks.frame} />}
      {marks?.borders && <path className="finding-mark bold" d={marks.borders} />}
      {!detail && <Rings marks={marks} radius={Math.max(width, height) * ringShare} />}
    </svg>
  )
}

/** Radius of a ring as a share of the longer side. */
const ringShare = 0.012

/** Each ring has a dark and a light line, to be seen on any picture. */
function Rings({ marks, radius }: { marks: FindingMarks | null; radius: number }) {
  return marks?.rings?.map(({ x, y }) => (
    <g key={`${x} ${y}`}>
      <circle className="finding-shade" cx={x + 0.5} cy={y + 0.5} r={radius} />
      <circle className="finding-mark" cx={x + 0.5} cy={y + 0.5} r={radius} />
    </g>
  ))
}

function Frame({ left, top, width, height }: Rectangle) {
  return (
    <>
      <rect className="finding-shade" x={left} y={top} width={width} height={height} />
      <rect className="finding-mark" x={left} y={top} width={width} height={height} />
    </>
  )
}

interface TintProps {
  src: string
  width: number
  height: number
  range: readonly [number, number]
}

/** Colours the pixels whose alpha is in the range: a table of 256 steps makes them opaque and all others clear. */
function Tint({ src, width, height, range: [from, to] }: TintProps) {
  const id = useId()
  const table = Array.from({ length: 256 }, (_, alpha) => (alpha >= from && alpha <= to ? 1 : 0)).join(' ')
  return (
    <>
      <filter id={id} x="0" y="0" width="1" height="1">
        <feComponentTransfer result="range">
          <feFuncA type="discrete" tableValues={table} />
        </feComponentTransfer>
        <feFlood className="finding-tint" />
        <feComposite operator="in" in2="range" />
      </filter>
      <image href={src} width={width} height={height} filter={`url(#${id})`} />
    </>
  )
}
