import { findingRates } from '@vitrine/contract/measures/finding-rates'
import type { FaultKind } from '@vitrine/contract/measures/findings'
import { Paragraphs, Section } from '#shells/public/prose-page.tsx'
import { CheckPicture } from './check-picture.tsx'
import { messages } from './messages.ts'

const kinds = Object.keys(messages.checks.kinds) as FaultKind[]

/** What is checked of every file, each check with a picture, and what is not (requirements: #about-page). */
export function Checks() {
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
