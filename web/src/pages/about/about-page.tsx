import { pages } from '@vitrine/contract/pages'
import { Paragraphs, ProsePage, Section } from '../../parts/prose-page.tsx'
import { useAppContext } from '../../surroundings.ts'
import { messages } from './words.ts'

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
    </ProsePage>
  )
}
