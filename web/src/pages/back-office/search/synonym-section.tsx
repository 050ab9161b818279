import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Synonym, synonymFields, synonyms } from '@vitrine/contract/calls/visitors/search'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { synonymsQuery } from './search-queries.ts'

interface SynonymSectionProps {
  user: SignedInUser
  draft: SynonymDraft
  onDraft: (draft: SynonymDraft) => void
}

/** The form and the list of synonyms. */
export function SynonymSection({ user, draft, onDraft }: SynonymSectionProps) {
  const { send } = useAppContext()
  const query = useQuery(synonymsQuery(send, user))
  /** Raised when the form is done, for an empty one. */
  const [saved, setSaved] = useState(0)
  const finish = () => {
    onDraft({ ...emptyDraft, focus: 'said' })
    setSaved(saved + 1)
  }
  return (
    <section aria-labelledby="synonyms" className="panel px-5 py-6 sm:px-8 sm:py-7">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="synonyms" className="heading">
          {messages.synonyms}
        </h2>
        <p role="status" className="text-soft text-sm tabular-nums">
          {query.data && messages.synonymCount(query.data.length)}
        </p>
      </div>
      <p className="mb-5 max-w-[72ch] text-pretty text-soft">{messages.synonymsHint}</p>
      <SynonymForm key={`${saved} ${draft.id} ${draft.said}`} user={user} draft={draft} onDone={finish} />
      <div className="mt-7">
        <LoadState query={query} loading={messages.synonymsLoading} failed={messages.synonymsFailed}>
          {(all) => <SynonymList user={user} all={all} onEdit={(one) => onDraft({ ...one, focus: 'said' })} />}
        </LoadState>
      </div>
    </section>
  )
}

interface SynonymListProps {
  user: SignedInUser
  all: Synonym[]
  onEdit: (synonym: Synonym) => void
}

function SynonymList({ user, all, onEdit }: SynonymListProps) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  const remove = async (id: number) => {
    setIsBusy(true)
    try {
      await apiClient(send)(synonyms.remove, { params: { id } })
      toast('success', synonyms.remove.messages.done)
    } catch (error) {
      toastError(error, synonyms.remove.messages.failed)
    }
    await cache.invalidateQueries({ queryKey: synonymsQuery(send, user).queryKey })
    setIsBusy(false)
  }

  if (!all.length) return <p className="text-soft">{messages.noSynonyms}</p>
  return (
    <ul aria-busy={isBusy} className="grid xl:grid-cols-2 xl:gap-x-10">
      {all.map((one) => (
        <SynonymRow
          key={one.id}
          synonym={one}
          isBusy={isBusy}
          onEdit={() => onEdit(one)}
          onRemove={() => remove(one.id)}
        />
      ))}
    </ul>
  )
}

interface SynonymRowProps {
  synonym: Synonym
  isBusy: boolean
  onEdit: () => void
  onRemove: () => void
}

function SynonymRow({ synonym: { said, means, is_two_way }, isBusy, onEdit, onRemove }: SynonymRowProps) {
  return (
    <li className="flex items-center justify-between gap-4 border-line border-t py-2">
      <span className="wrap-anywhere min-w-0">
        <strong className="font-medium">{said}</strong>{' '}
        <span className="text-soft text-sm">{is_two_way ? messages.bothWays : messages.oneWay}</span>{' '}
        <strong className="font-medium">{means}</strong>
      </span>
      <span className="flex shrink-0 gap-1.5">
        <button type="button" className="button small px-3!" aria-label={messages.edit(said, means)} onClick={onEdit}>
          <Pencil aria-hidden="true" size={16} />
        </button>
        <button
          type="button"
          className="button small px-3!"
          aria-label={messages.remove(said, means)}
          disabled={isBusy}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" size={16} />
        </button>
      </span>
    </li>
  )
}

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
function SynonymForm({ user, draft: { id, focus, ...values }, onDone }: SynonymFormProps) {
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
