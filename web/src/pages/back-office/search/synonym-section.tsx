import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Synonym, synonyms } from '@vitrine/contract/calls/visitors/search'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { synonymsQuery } from './search-queries.ts'
import { emptyDraft, type SynonymDraft, SynonymForm } from './synonym-form.tsx'

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
