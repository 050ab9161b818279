import { pages } from '@vitrine/contract/pages'
import { useAppContext } from '#api/app-context.ts'
import { Bullets, Paragraphs, ProsePage, Section } from '#shells/public/prose-page.tsx'
import { messages } from './messages.ts'

/** The licence of every image; XMP of derivatives and structured data link here. */
export function TermsPage() {
  const { site } = useAppContext()
  const { licence, limits, promise, report, warranty } = messages
  return (
    <ProsePage
      title={messages.title}
      description={messages.description(site.name)}
      path={pages.terms.href()}
      lead={messages.lead}
      lastChanged={messages.lastChanged}
    >
      <Section id="licence" heading={licence.heading}>
        <Paragraphs of={licence.text} />
        <Bullets of={licence.list} />
      </Section>
      <Section heading={limits.heading}>
        <Paragraphs of={limits.text} />
        <Bullets of={limits.list} />
      </Section>
      <Section heading={promise.heading}>
        <Paragraphs of={promise.text} />
        {site.licences.length > 1 && <p>{messages.licencesOf(site.licences)}</p>}
      </Section>
      <Section heading={report.heading}>
        <Paragraphs of={report.text} />
      </Section>
      <Section heading={warranty.heading}>
        <Paragraphs of={warranty.text} />
      </Section>
    </ProsePage>
  )
}
