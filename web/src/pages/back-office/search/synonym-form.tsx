import { useQueryClient } from '@tanstack/react-query'
import { synonymFields, synonyms } from '@vitrine/contract/calls/visitors/search'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { synonymsQuery } from './search-queries.ts'

interface Fields {
  said: string
  means: string
  is_two_way: boolean
}

/** What the form begins with. */
export interface SynonymDraft extends Fields {
  /** Of the synonym that is changed; without one the form adds a new one. */
  id?: number
  /** The field that takes the focus, after a button elsewhere on the page or a saved synonym. */
  focus?: 'said' | 'means'
}

export const emptyDraft: SynonymDraft = { said: '', means: '', is_two_way: true }

interface SynonymFormProps {
  user: SignedInUser
  draft: SynonymDraft
  onDone: () => void
}

/** Adds or changes a synonym. Give it a key, since it reads its draft once. */
export function SynonymForm({ user, draft: { id, focus, ...values }, onDone }: SynonymFormProps) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Fields>({
    resolver: zodResolver(synonymFields),
    defaultValues: values,
  })
  const { errors, isSubmitting } = formState
  const isNew = id === undefined

  useEffect(() => {
    if (focus) setFocus(focus)
  }, [focus, setFocus])

  const save = async (body: Fields) => {
    const { messages: texts } = isNew ? synonyms.add : synonyms.update
    try {
      await (isNew
        ? apiClient(send)(synonyms.add, { body })
        : apiClient(send)(synonyms.update, { params: { id }, body }))
      toast('success', texts.done)
      onDone()
      await cache.invalidateQueries({ queryKey: synonymsQuery(send, user).queryKey })
    } catch (error) {
      showFormError(error, setError, texts.failed)
    }
  }

  return (
    <AppForm aria-label={messages.form} onSubmit={handleSubmit(save)} className="grid max-w-3xl gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(['said', 'means'] as const).map((name) => (
          <FormField
            key={name}
            label={messages[name]}
            className="field scroll-mt-28"
            message={errors[name]?.message}
            autoComplete="off"
            autoCapitalize="none"
            {...register(name)}
          />
        ))}
      </div>
      <label className="flex cursor-pointer items-center gap-2.5">
        <input type="checkbox" className="size-5 shrink-0 cursor-pointer" {...register('is_two_way')} />
        {messages.twoWay}
      </label>
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" className="button main" disabled={isSubmitting}>
          {isNew ? messages.add : messages.change}
        </button>
        {values.said && (
          <button type="button" className="button" onClick={onDone}>
            {messages.cancel}
          </button>
        )}
      </div>
    </AppForm>
  )
}
