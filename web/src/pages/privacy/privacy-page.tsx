import { pages } from '@vitrine/contract/pages'
import { Paragraphs, ProsePage, Section } from '../../parts/prose-page.tsx'
import { useAppContext } from '../../surroundings.ts'
import { words } from './words.ts'

export function PrivacyPage() {
  const { site } = useAppContext()
  return (
    <ProsePage
      title={words.title}
      description={words.description(site.name)}
      path={pages.privacy.href()}
      lead={words.lead}
      lastChanged={words.changed}
    >
      {words.sections.map(({ heading, text }) => (
        <Section key={heading} heading={heading}>
          <Paragraphs of={text} />
        </Section>
      ))}
      <Section heading={words.yours.heading}>
        <Paragraphs of={words.yours.text} />
        <p>
          <a className="link" href={pages.contact.href()}>
            {words.yours.contact}
          </a>
        </p>
      </Section>
    </ProsePage>
  )
}
