import { pages } from '@vitrine/contract/pages'
import type { ReactNode } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { Paragraphs, ProsePage, Section } from '#shells/public/prose-page.tsx'
import { ContactForm } from './contact-form.tsx'
import { messages } from './messages.ts'

export function ContactPage() {
  const { site } = useAppContext()
  const { email, phone, address } = site.contact
  // It breaks behind the at sign, and not in a word.
  const [name, host] = email.split('@')
  return (
    <ProsePage
      title={messages.title}
      description={messages.description(site.name)}
      path={pages.contact.href()}
      lead={messages.lead}
    >
      <Section id="write" heading={messages.write}>
        <noscript>
          <p>{messages.noScript}</p>
        </noscript>
        <ContactForm />
      </Section>
      <Section heading={messages.reach}>
        <DefinitionList>
          <Definition name={messages.email}>
            <a className="link" href={`mailto:${email}`}>
              {name}@<wbr />
              {host}
            </a>
          </Definition>
          <Definition name={messages.phone}>
            <a className="link" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </Definition>
          {address && (
            <Definition name={messages.address}>
              <address className="whitespace-pre-line not-italic">{address.join('\n')}</address>
            </Definition>
          )}
        </DefinitionList>
      </Section>
      <Section heading={messages.hours}>
        <DefinitionList>
          {messages.days.map(([day, hours]) => (
            <Definition key={day} name={day}>
              {hours}
            </Definition>
          ))}
        </DefinitionList>
      </Section>
      <Section heading={messages.report}>
        <Paragraphs of={messages.reportText} />
      </Section>
    </ProsePage>
  )
}

const DefinitionList = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(5.5rem,auto)_1fr] gap-x-5 gap-y-2 sm:gap-x-8">{children}</dl>
)

function Definition({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 wrap-break-word">{children}</dd>
    </>
  )
}
