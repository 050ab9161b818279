import { openApiPath } from '@vitrine/contract/endpoint'
import { findingRates } from '@vitrine/contract/measures/finding-rates'
import type { FaultKind } from '@vitrine/contract/measures/findings'
import { pages } from '@vitrine/contract/pages'
import type { ReactNode } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { Paragraphs, ProsePage, Section } from '#shells/public/prose-page.tsx'
import { messages } from './messages.ts'

export function AboutPage() {
  const { site } = useAppContext()
  return (
    <ProsePage
      title={messages.title}
      description={messages.description(site.name)}
      path={pages.about.href()}
      lead={messages.lead}
    >
      {messages.sections.map(({ heading, text }) => (
        <Section key={heading} heading={heading}>
          <Paragraphs of={text} />
        </Section>
      ))}
      <Checks />
      <Section id="api" heading={messages.api.heading}>
        <p>
          {messages.api.text}{' '}
          <a className="link" href={openApiPath}>
            {messages.api.link}
          </a>
        </p>
      </Section>
    </ProsePage>
  )
}

const kinds = Object.keys(messages.checks.kinds) as FaultKind[]

/** What is checked of every file, each check with a picture, and what is not (requirements: #about-page). */
function Checks() {
  const { heading, intro, kinds: texts, rate, limits } = messages.checks
  return (
    <Section id="checks" heading={heading}>
      <Paragraphs of={intro} />
      {kinds.map((kind) => (
        <div key={kind} className="mt-3 flex gap-4">
          <CheckPicture kind={kind} />
          <div className="min-w-0">
            <h3 className="font-medium">{texts[kind].name}</h3>
            <p className="text-soft">{texts[kind].text}</p>
            <p className="mt-1 text-sm text-soft tabular-nums">{rate(findingRates[kind])}</p>
          </div>
        </div>
      ))}
      <div className="mt-3 grid gap-3">
        <Paragraphs of={limits} />
      </div>
    </Section>
  )
}

/** What a check looks for, drawn on the checkerboard that stands for what is clear. */
function CheckPicture({ kind }: { kind: FaultKind }) {
  return (
    <span className="checkerboard block size-24 shrink-0 overflow-clip rounded-2xl border border-line">
      <svg viewBox="0 0 96 96" aria-hidden="true">
        {drawings[kind]}
      </svg>
    </span>
  )
}

const apple = (
  <>
    <circle cx="48" cy="54" r="24" fill="#e4572e" />
    <path d="M48 30q0-14 15-16q2 14-15 16z" fill="#3f9d4a" />
  </>
)

/** A path of squares of `step` units, where `isFilled` is true for their place in a grid of 96 units. */
function squares(step: number, isFilled: (column: number, row: number) => boolean): string {
  const side = 96 / step
  const places = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)] as const)
  return places
    .filter(([column, row]) => isFilled(column, row))
    .map(([column, row]) => `M${column * step} ${row * step}h${step}v${step}h-${step}z`)
    .join('')
}

const drawings: Record<FaultKind, ReactNode> = {
  painted_checkerboard: (
    <>
      <path d="M12 12h72v72h-72z" fill="#fff" />
      <path d={squares(12, (x, y) => (x + y) % 2 === 1 && Math.min(x, y, 7 - x, 7 - y) > 0)} fill="#bbb" />
      {apple}
    </>
  ),
  haze: (
    <>
      <path d="M10 10h76v76h-76z" fill="#8290b8" opacity="0.3" />
      {apple}
    </>
  ),
  halo: (
    <>
      <path d="M0 0h96v96h-96z" fill="#23262f" />
      <g stroke="#fff" strokeWidth="3" strokeDasharray="19 2 7 1">
        {apple}
      </g>
    </>
  ),
  jagged_edge: <path d={squares(6, (x, y) => Math.hypot(x - 7.5, y - 7.5) < 5.4)} fill="#e4572e" />,
  specks: (
    <>
      {apple}
      <path d="M14 20h3v3h-3zM80 30h2v3h-2zM78 78h3v2h-3zM18 70h2v2h-2zM30 12h2v2h-2zM86 56h2v2h-2z" fill="#8a8f9c" />
    </>
  ),
  nothing_to_see: null,
}
