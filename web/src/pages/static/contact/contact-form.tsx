import { contact, contactFields } from '@vitrine/contract/calls/visitors/contact'
import type { CallInput } from '@vitrine/contract/endpoint'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { FieldMessage, FormField, LabelledField } from '#ui/forms/form-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { AboutImage } from './about-image.tsx'
import { messages } from './messages.ts'

type Fields = CallInput<typeof contact.send>['body']

/** A message to the people who run the site (requirements: #contact-form). */
export function ContactForm() {
  const { send } = useAppContext()
  const { register, handleSubmit, reset, setError, clearErrors, formState } = useForm<Fields>({
    resolver: zodResolver(contactFields),
  })
  const { errors, isSubmitting } = formState
  const [done, setDone] = useState<string>()
  const clearAnswer = () => {
    setDone(undefined)
    clearErrors('root')
  }
  const submit = async (body: Fields) => {
    try {
      const about = new URLSearchParams(location.search).get('about') || undefined
      const { message } = await apiClient(send)(contact.send, { body: { ...body, about } })
      reset()
      toast('success', message)
      setDone(message)
    } catch (error) {
      showFormError(error, setError, contact.send.messages.failed)
    }
  }

  return (
    <AppForm
      aria-label={messages.form}
      onSubmit={handleSubmit(submit)}
      onInput={clearAnswer}
      className="scripted grid gap-5"
    >
      <AboutImage />
      <LabelledField label={messages.message}>
        {(id) => (
          <>
            <textarea
              id={id}
              rows={6}
              dir="auto"
              className="field"
              aria-invalid={Boolean(errors.message)}
              aria-describedby={`${id}-message`}
              {...register('message')}
            />
            <FieldMessage id={`${id}-message`} message={errors.message?.message} />
          </>
        )}
      </LabelledField>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormField
          label={messages.name}
          autoComplete="name"
          dir="auto"
          message={errors.name?.message}
          {...register('name')}
        />
        <FormField
          label={messages.answerTo}
          type="email"
          autoComplete="email"
          message={errors.email?.message}
          {...register('email')}
        />
      </div>
      {/* Programs fill it in. */}
      <input {...register('website')} type="text" hidden autoComplete="off" />
      <FormAnswer failed={errors.root?.message} done={done} />
      <button type="submit" className="button main justify-self-start" disabled={isSubmitting}>
        {isSubmitting ? messages.sending : messages.submit}
      </button>
    </AppForm>
  )
}
