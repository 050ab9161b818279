import { pages } from '@vitrine/contract/pages'
import { Paragraphs, ProsePage, Section } from '../../parts/prose-page.tsx'
import { useAppContext } from '../../surroundings.ts'
import { messages } from './words.ts'

export function PrivacyPage() {
  const { site } = useAppContext()
  return (
    <ProsePage
      title={messages.title}
      description={messages.description(site.name)}
      path={pages.privacy.href()}
      lead={messages.lead}
      lastChanged={messages.changed}
    >
      {messages.sections.map(({ heading, text }) => (
        <Section key={heading} heading={heading}>
          <Paragraphs of={text} />
        </Section>
      ))}
      <Section heading={messages.yours.heading}>
        <Paragraphs of={messages.yours.text} />
        <p>
          <a className="link" href={pages.contact.href()}>
            {messages.yours.contact}
          </a>
        </p>
      </Section>
    </ProsePage>
  )
}
