import { useQueryClient } from '@tanstack/react-query'
import { synonymFields, synonyms } from '@vitrine/contract/calls/visitors/search'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useAppContext } from '#api/app-context.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
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
  const isNew = id === undefined
  const { messages: texts } = isNew ? synonyms.add : synonyms.update
  const form = useApiForm<Fields>({
    schema: synonymFields,
    values,
    focus,
    failed: texts.failed,
    async submit(body, { call }) {
      await (isNew ? call(synonyms.add, { body }) : call(synonyms.update, { params: { id }, body }))
      onDone()
      await cache.invalidateQueries({ queryKey: synonymsQuery(send, user).queryKey })
      return texts.done
    },
  })

  return (
    <ApiForm
      form={form}
      label={messages.form}
      submit={isNew ? messages.add : messages.change}
      onCancel={values.said ? onDone : undefined}
      className="max-w-3xl gap-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(['said', 'means'] as const).map((name) => (
          <FormField
            key={name}
            label={messages[name]}
            className="field scroll-mt-28"
            autoComplete="off"
            autoCapitalize="none"
            {...form.field(name)}
          />
        ))}
      </div>
      <label className="flex cursor-pointer items-center gap-2.5">
        <input type="checkbox" className="size-5 shrink-0 cursor-pointer" {...form.register('is_two_way')} />
        {messages.twoWay}
      </label>
    </ApiForm>
  )
}
