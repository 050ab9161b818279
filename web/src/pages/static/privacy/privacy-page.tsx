import { pages } from '@vitrine/contract/pages'
import { keptAfterClosing, storedData } from '@vitrine/contract/vocabulary/own-data/kept-data'
import { useAppContext } from '#api/app-context.ts'
import { Paragraphs, ProsePage, Section } from '#shells/public/prose-page.tsx'
import { messages } from './messages.ts'
import { StoredDataList } from './stored-data-list.tsx'

export function PrivacyPage() {
  const { site } = useAppContext()
  return (
    <ProsePage
      title={messages.title}
      description={messages.description(site.name)}
      path={pages.privacy.href()}
      lead={messages.lead}
      lastChanged={messages.lastChanged}
    >
      {messages.sections.map(({ heading, text }) => (
        <Section key={heading} heading={heading}>
          <Paragraphs of={text(site)} />
        </Section>
      ))}
      <Section heading={messages.stored.heading}>
        <Paragraphs of={messages.stored.text} />
        <StoredDataList of={storedData} retention={site.retention} />
      </Section>
      <Section heading={messages.left.heading}>
        <Paragraphs of={messages.left.text} />
        <StoredDataList of={keptAfterClosing} retention={site.retention} />
      </Section>
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
