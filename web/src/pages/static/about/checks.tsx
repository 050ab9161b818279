import { Paragraphs, Section } from '#shells/public/prose-page.tsx'
import { CheckPicture } from './check-picture.tsx'
import { type CheckedKind, messages } from './messages.ts'

const kinds = Object.keys(messages.checks.kinds) as CheckedKind[]

/** What is checked of every file, each check with a picture, and what is not (requirements: #about-page). */
export function Checks() {
  const { heading, intro, kinds: texts, limits } = messages.checks
  return (
    <Section id="checks" heading={heading}>
      <Paragraphs of={intro} />
      {kinds.map((kind) => (
        <div key={kind} className="mt-3 flex gap-4">
          <CheckPicture kind={kind} />
          <div className="min-w-0">
            <h3 className="font-medium">{texts[kind].name}</h3>
            <p className="text-soft">{texts[kind].text}</p>
          </div>
        </div>
      ))}
      <div className="mt-3 grid gap-3">
        <Paragraphs of={limits} />
      </div>
    </Section>
  )
}
