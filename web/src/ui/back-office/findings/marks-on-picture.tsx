import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import type { Rectangle } from '@vitrine/contract/schemas/findings'
import { type CSSProperties, useId, useSyncExternalStore } from 'react'
import { storedValue } from '#api/stored-value.ts'
import { type FindingMarks, marksOf } from './finding-marks.ts'
import { openFindingsOf } from './open-findings.ts'

const areShown = storedValue<boolean>('finding-marks', (text) => text === 'true')

/** Whether what was found is marked on pictures, remembered by the browser, and a function that changes it. */
export function useMarks() {
  const isOn = useSyncExternalStore(areShown.subscribe, areShown.read, () => false)
  return [isOn, () => areShown.store(!areShown.read())] as const
}

type Size = Record<'width' | 'height', number>

interface MarksOnPictureProps {
  image: Pick<ManagedImage, 'findings' | 'main_url'> & Partial<Pick<ManagedImage, 'overruled'>> & Size
  /** Those of the picture that it lies on. */
  className?: string
  style?: CSSProperties
}

/** What was found in a picture and not overruled, marked on it while that is wanted. */
export function MarksOnPicture({ image, ...box }: MarksOnPictureProps) {
  const { main_url, width, height, findings, overruled = [] } = image
  const [isOn] = useMarks()
  const all = openFindingsOf({ findings, overruled }).flatMap((finding) => {
    const marks = marksOf(finding, width, height)
    return marks ? [{ ...marks, label: findingLabel(finding.kind) }] : []
  })
  if (!isOn || !all.length) return null
  return (
    <svg
      role="img"
      aria-label={all.map(({ label, legend }) => `${label}. ${legend}`).join(' ')}
      viewBox={`0 0 ${width} ${height}`}
      {...box}
      className={`finding-marks ${box.className ?? ''}`}
    >
      {all.map(({ label, tint, lines, frame, borders, rings }) => (
        <g key={label}>
          {tint && <Tint src={main_url} width={width} height={height} range={tint} />}
          {lines && <path className="finding-mark" d={lines} />}
          {frame && <Frame {...frame} />}
          {borders && <path className="finding-mark bold" d={borders} />}
          <Rings rings={rings} radius={Math.max(width, height) * ringShare} />
        </g>
      ))}
    </svg>
  )
}

/** Radius of a ring as a share of the longer side. */
const ringShare = 0.012

/** Each ring has a dark and a light line, to be seen on any picture. */
function Rings({ rings, radius }: { rings: FindingMarks['rings']; radius: number }) {
  return rings?.map(({ x, y }) => (
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

/** Colours the pixels whose alpha is in the range: a table of 256 steps makes them opaque and all others clear. */
function Tint({ range: [from, to], ...picture }: { src: string; range: readonly [number, number] } & Size) {
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
      <image href={picture.src} width={picture.width} height={picture.height} filter={`url(#${id})`} />
    </>
  )
}
