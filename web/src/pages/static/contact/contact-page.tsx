import { useQuery } from '@tanstack/react-query'
import { contact, contactFields } from '@vitrine/contract/calls/visitors/contact'
import { pages } from '@vitrine/contract/pages'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { contrastClass, previewUrl } from '#image-card/image-src.ts'
import { imageQuery } from '#pages/image-detail/image-query.ts'
import { Paragraphs, ProsePage, Section } from '#shells/public/prose-page.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField, TextField } from '#ui/forms/form-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'

/** Texts of the contact page (requirements: #contact-page). */
const messages = {
  form: 'Contact Form',
  submit: 'Send message',
  sending: 'Sending...',
  days: [
    ['Mon-Fri', '9-6 EST'],
    ['Sat', '10-2'],
    ['Sun', 'closed'],
  ],
  reportText: [
    'Use “Report this picture” on its page, or send us its address. Tell us what is wrong: it is yours and you did ' +
      'not contribute it, it shows someone who did not agree, or it does harm. We take it down first and ask ' +
      'questions later.',
  ],
} as const

export function ContactPage() {
  const { site } = useAppContext()
  const { email, phone, address } = site.contact
  return (
    <ProsePage
      title="Contact"
      description={`How to reach the people behind ${site.name}: by e-mail, by phone, and when.`}
      path={pages.contact.href()}
      lead="Questions, ideas, a picture that should not be here: write to us, and a person will answer."
    >
      {email && (
        <Section id="write" heading="Write to us">
          <noscript>
            <p>The form needs JavaScript. An e-mail reaches us just as well.</p>
          </noscript>
          <ContactForm />
        </Section>
      )}
      {(email || phone || address) && (
        <Section heading="How to reach us">
          <DefinitionList>
            {email && (
              <Definition name="E-mail">
                <MailLink email={email} />
              </Definition>
            )}
            {phone && (
              <Definition name="Phone">
                <a className="link" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
                  {phone}
                </a>
              </Definition>
            )}
            {address && (
              <Definition name="Address">
                <address className="whitespace-pre-line not-italic">{address.join('\n')}</address>
              </Definition>
            )}
          </DefinitionList>
        </Section>
      )}
      <Section heading="Support hours">
        <DefinitionList>
          {messages.days.map(([day, hours]) => (
            <Definition key={day} name={day}>
              {hours}
            </Definition>
          ))}
        </DefinitionList>
      </Section>
      <Section heading="A picture that should not be here">
        <Paragraphs of={messages.reportText} />
      </Section>
    </ProsePage>
  )
}

/** It breaks behind the at sign, and not in a word. */
function MailLink({ email }: { email: string }) {
  const [name, host] = email.split('@')
  return (
    <a className="link" href={`mailto:${email}`}>
      {name}@<wbr />
      {host}
    </a>
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

/** A message to the people who run the site (requirements: #contact-form). */
function ContactForm() {
  const form = useApiForm({
    endpoint: contact.send,
    schema: contactFields,
    send(fields, call) {
      const about = new URLSearchParams(location.search).get('about') || undefined
      return call(contact.send, { body: { ...fields, about } })
    },
    onDone: (_, { reset }) => reset(),
  })
  return (
    <ApiForm form={form} texts={messages} className="scripted gap-5">
      <AboutImage />
      <TextField label="Message" rows={6} {...form.field('message')} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormField label="Name (optional)" autoComplete="name" {...form.field('name')} />
        <FormField label="E-mail for our reply (optional)" type="email" autoComplete="email" {...form.field('email')} />
      </div>
      {/* Programs fill it in. */}
      <input {...form.register('website')} type="text" hidden autoComplete="off" />
    </ApiForm>
  )
}

/** The image that the message is about, by `?about=` and its slug, which the server's page does not know. */
function AboutImage() {
  const { send } = useAppContext()
  const { search } = useLocation()
  const [slug, setSlug] = useState('')
  useEffect(() => setSlug(new URLSearchParams(search).get('about') ?? ''), [search])
  const { data } = useQuery({ ...imageQuery(send, slug), enabled: slug !== '', retry: false })
  if (!slug) return null
  const image = data?.image
  return (
    <p className="flex min-h-16 items-center gap-4">
      {image && (
        <img
          src={previewUrl(image, 320)}
          alt=""
          className={`checkerboard size-16 rounded-xl object-contain p-1.5 ${contrastClass(image)}`}
        />
      )}
      <span className="min-w-0">
        <span className="block text-soft text-sm">About this picture</span>
        <bdi className="wrap-anywhere font-medium">{image?.title ?? slug}</bdi>
      </span>
    </p>
  )
}
