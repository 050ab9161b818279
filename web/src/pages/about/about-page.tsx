import { pages } from '@vitrine/contract/pages'
import { Paragraphs, ProsePage, Section } from '../../parts/prose-page.tsx'
import { useAppContext } from '../../surroundings.ts'
import { words } from './words.ts'

export function AboutPage() {
  const { site } = useAppContext()
  return (
    <ProsePage
      title={words.title}
      description={words.description(site.name)}
      path={pages.about.href()}
      lead={words.lead}
    >
      {words.sections.map(({ heading, text }) => (
        <Section key={heading} heading={heading}>
          <Paragraphs of={text} />
        </Section>
      ))}
    </ProsePage>
  )
}
