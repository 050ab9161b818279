import { contact, contactFields } from '@vitrine/contract/calls/visitors/contact'
import type { CallInput } from '@vitrine/contract/endpoint'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { AboutImage } from './about-image.tsx'
import { messages } from './messages.ts'

type Fields = CallInput<typeof contact.send>['body']

/** A message to the people who run the site (requirements: #contact-form). */
export function ContactForm() {
  const form = useApiForm<Fields>({
    schema: contactFields,
    failed: contact.send.messages.failed,
    async submit(body, { call, reset }) {
      const about = new URLSearchParams(location.search).get('about') || undefined
      const { message } = await call(contact.send, { body: { ...body, about } })
      reset()
      return message
    },
  })
  return (
    <ApiForm
      form={form}
      label={messages.form}
      submit={messages.submit}
      sending={messages.sending}
      className="scripted gap-5"
    >
      <AboutImage />
      <TextField label={messages.message} rows={6} {...form.field('message')} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormField label={messages.name} autoComplete="name" {...form.field('name')} />
        <FormField label={messages.answerTo} type="email" autoComplete="email" {...form.field('email')} />
      </div>
      {/* Programs fill it in. */}
      <input {...form.register('website')} type="text" hidden autoComplete="off" />
    </ApiForm>
  )
}
