import { openApiPath } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { useAppContext } from '#api/app-context.ts'
import { PicturesOfTheDay } from '#image-card/cut-outs.tsx'
import { Paragraphs, ProsePage, Section } from '#shells/public/prose-page.tsx'
import { Checks } from './checks.tsx'
import { messages } from './messages.ts'

export function AboutPage() {
  const { site } = useAppContext()
  return (
    <ProsePage
      title={messages.title}
      description={messages.description(site.name)}
      path={pages.about.href()}
      lead={messages.lead}
      aside={<PicturesOfTheDay />}
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
