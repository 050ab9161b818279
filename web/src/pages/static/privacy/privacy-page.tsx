import { pages } from '@vitrine/contract/pages'
import {
  keptAfterClosing,
  type Retention,
  type StoredData,
  storedData,
} from '@vitrine/contract/vocabulary/own-data/kept-data'
import { useAppContext } from '#api/app-context.ts'
import { Paragraphs, ProsePage, Section } from '#shells/public/prose-page.tsx'
import { messages } from './messages.ts'

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

/** What is stored, why, and for how long: three columns on wide screens. */
function StoredDataList({ of, retention }: { of: readonly StoredData[]; retention: Retention }) {
  return (
    <dl className="mt-4 divide-y divide-line border-line border-y">
      {of.map(({ what, why, howLong }) => (
        <div key={what} className="grid gap-x-6 gap-y-1.5 py-3.5 sm:grid-cols-[3fr_2fr_2fr]">
          <dt className="font-semibold">{what}</dt>
          <dd>
            <span className="block text-soft text-sm">{messages.why}</span>
            {why}
          </dd>
          <dd>
            <span className="block text-soft text-sm">{messages.howLong}</span>
            {howLong(retention)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
