import { type Synonym, synonymFields, synonyms } from '@vitrine/contract/calls/visitors/search'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { eachVisit, useRead, useRefresh } from '#api/back-office.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { Panel } from '#ui/back-office/panel.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { SmallButton } from '#ui/button.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { CheckField, FormField } from '#ui/forms/form-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { LogSection } from './log-section.tsx'
import { messages } from './messages.ts'

/** The search log and the synonyms (requirements: #search-log, #synonyms). */
export function SearchPage({ title }: { title: string }) {
  const [draft, setDraft] = useState<SynonymDraft>(emptyDraft)
  return (
    <>
      <BackOfficeHeading title={title} />
      <div className="grid gap-6">
        <LogSection onAddSynonym={(said) => setDraft({ ...emptyDraft, said, focus: 'means' })} />
        <SynonymSection draft={draft} onDraft={setDraft} />
      </div>
    </>
  )
}

function SynonymSection({ draft, onDraft }: { draft: SynonymDraft; onDraft: (draft: SynonymDraft) => void }) {
  const query = useRead(synonyms.list, {}, eachVisit)
  /** Raised when the form is done, for an empty one. */
  const [saved, setSaved] = useState(0)
  const finish = () => {
    onDraft({ ...emptyDraft, focus: 'said' })
    setSaved(saved + 1)
  }
  return (
    <Panel
      title="Synonyms"
      hint={messages.synonymsHint}
      action={
        <p role="status" className="text-soft text-sm tabular-nums">
          {query.data && messages.synonymCount(query.data.synonyms.length)}
        </p>
      }
    >
      <SynonymForm key={`${saved} ${draft.id} ${draft.said}`} draft={draft} onDone={finish} />
      <div className="mt-7">
        <LoadState query={query} failed="Failed to load the synonyms.">
          {(data) => <SynonymList all={data.synonyms} onEdit={(one) => onDraft({ ...one, focus: 'said' })} />}
        </LoadState>
      </div>
    </Panel>
  )
}

function SynonymList({ all, onEdit }: { all: Synonym[]; onEdit: (synonym: Synonym) => void }) {
  const { call, isBusy } = useCall()
  const remove = (id: number) => call(synonyms.remove, { params: { id } })
  if (!all.length) return <p className="text-soft">There are no synonyms yet.</p>
  return (
    <ul aria-busy={isBusy} className="grid xl:grid-cols-2 xl:gap-x-10">
      {all.map((one) => (
        <li key={one.id} className="flex items-center justify-between gap-4 border-line border-t py-2">
          <span className="wrap-anywhere min-w-0">
            <strong className="font-medium">{one.said}</strong>{' '}
            <span className="text-soft text-sm">{one.is_two_way ? 'finds and is found by' : 'also finds'}</span>{' '}
            <strong className="font-medium">{one.means}</strong>
          </span>
          <span className="flex shrink-0 gap-1.5">
            <SmallButton className="px-3!" aria-label={`Edit ${one.said}, ${one.means}`} onClick={() => onEdit(one)}>
              <Pencil size={16} />
            </SmallButton>
            <SmallButton
              className="px-3!"
              aria-label={`Delete ${one.said}, ${one.means}`}
              disabled={isBusy}
              onClick={() => void remove(one.id)}
            >
              <Trash2 size={16} />
            </SmallButton>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What the form begins with. */
interface SynonymDraft extends Pick<Synonym, 'said' | 'means' | 'is_two_way'> {
  /** Of the synonym that is changed; without one the form adds a new one. */
  id?: number
  /** The field that takes the focus, after a button elsewhere on the page or a saved synonym. */
  focus?: 'said' | 'means'
}

const emptyDraft: SynonymDraft = { said: '', means: '', is_two_way: true }

/** Adds or changes a synonym. Give it a key, since it reads its draft once. */
function SynonymForm({ draft: { id, focus, ...values }, onDone }: { draft: SynonymDraft; onDone: () => void }) {
  const refresh = useRefresh()
  const isNew = id === undefined
  const form = useApiForm({
    endpoint: isNew ? synonyms.add : synonyms.update,
    schema: synonymFields,
    values,
    focus,
    send: (body, call) => (isNew ? call(synonyms.add, { body }) : call(synonyms.update, { params: { id }, body })),
    onDone() {
      onDone()
      return refresh()
    },
  })

  return (
    <ApiForm
      form={form}
      texts={{ form: 'Synonym', submit: isNew ? 'Add synonym' : 'Save synonym' }}
      onCancel={values.said ? onDone : undefined}
      className="mt-5 max-w-3xl gap-4"
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
      <CheckField type="checkbox" label={messages.twoWay} {...form.register('is_two_way')} />
    </ApiForm>
  )
}
