import { pages } from '@vitrine/contract/pages'
import type { ReactNode } from 'react'
import { Paragraphs, ProsePage, Section } from '../../parts/prose-page.tsx'
import { useAppContext } from '../../surroundings.ts'
import { words } from './words.ts'

export function ContactPage() {
  const { site } = useAppContext()
  const { email, phone, address } = site.contact
  return (
    <ProsePage
      title={words.title}
      description={words.description(site.name)}
      path={pages.contact.href()}
      lead={words.lead}
    >
      <Section heading={words.reach}>
        <Terms>
          <Term name={words.email}>
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          </Term>
          <Term name={words.phone}>
            <a className="link" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </Term>
          {address && (
            <Term name={words.address}>
              <address className="whitespace-pre-line not-italic">{address.join('\n')}</address>
            </Term>
          )}
        </Terms>
      </Section>
      <Section heading={words.hours}>
        <Terms>
          {words.days.map(([day, hours]) => (
            <Term key={day} name={day}>
              {hours}
            </Term>
          ))}
        </Terms>
      </Section>
      <Section heading={words.report}>
        <Paragraphs of={words.reportText} />
      </Section>
    </ProsePage>
  )
}

const Terms = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(5.5rem,auto)_1fr] gap-x-5 gap-y-2 sm:gap-x-8">{children}</dl>
)

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
