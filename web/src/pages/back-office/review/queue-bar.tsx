import Check from 'lucide-react/icons/check'
import SkipForward from 'lucide-react/icons/skip-forward'
import X from 'lucide-react/icons/x'
import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { currentParams, queryString } from '#api/query-string.ts'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { Select } from '#ui/forms/form-field.tsx'
import { filterChoices } from '../image-manager/filters/list-filters.ts'
import { StageStrip } from '../stage/stage-controls.tsx'
import { messages } from './messages.ts'
import { countVerdicts, type ReviewSession, type Verdict } from './review-session.ts'
import { parseQueueFilter, type QueueFilter, type SavingState } from './use-review-session.ts'

interface QueueBarProps {
  session: ReviewSession
  filter: QueueFilter
  saving: SavingState
  move: (step: 1 | -1) => void
  /** The pending list with the same filters, where many are decided at once. */
  listHref: string
  /** The list of edits of words; left out where no edit waits. */
  editsHref: string | undefined
}

/** Position in the queue, tally of the session, and the filters. */
export function QueueBar({ session, filter, saving, move, listHref, editsHref }: QueueBarProps) {
  const index = session.items.findIndex(({ image }) => image.id === session.currentId)
  return (
    <StageStrip {...{ index, move }} label="Queue" total={session.total}>
      <div className="flex gap-1">
        <a href={listHref} className="button small" aria-keyshortcuts="G">
          List
          <KeyHint name="G" />
        </a>
        {editsHref && (
          <a href={editsHref} className="button small">
            Edits
          </a>
        )}
      </div>
      <Tally counts={countVerdicts(session)} />
      <p className="min-w-16 text-soft text-sm tabular-nums">{messages.saving(saving.sending, saving.isSaved)}</p>
      <Filters key={filter.username} filter={filter} session={session} />
    </StageStrip>
  )
}

const tallyIcons = { approved: Check, rejected: X, skipped: SkipForward }

function Tally({ counts }: { counts: Record<Verdict, number> }) {
  return (
    <p className="text-soft text-sm tabular-nums">
      <span className="sr-only">{`${messages.session}: ${messages.tally(counts)}`}</span>
      <span aria-hidden="true" className="flex items-center gap-3">
        {Object.entries(tallyIcons).map(([verdict, Icon]) => (
          <span key={verdict} className="flex items-center gap-1">
            <Icon size={15} />
            {counts[verdict as Verdict]}
          </span>
        ))}
      </span>
    </p>
  )
}

/** Filters by findings and contributor through the URL; suggests the contributors whose images are in the queue. */
function Filters({ filter, session }: { filter: QueueFilter; session: ReviewSession }) {
  const { username } = filter
  const navigate = useNavigate()
  const id = useId()
  const names = [...new Set(session.items.map(({ image }) => image.user.username))]
  const setFilter = (change: Partial<Record<keyof QueueFilter, string>>) => {
    void navigate(queryString({ ...parseQueueFilter(currentParams()), ...change }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('username')
    setFilter({ username: String(typed).trim().replace(/^@/, '') })
  }
  return (
    <search className="ml-auto flex flex-none items-center gap-1.5">
      {username && (
        <a className="link whitespace-nowrap text-sm" href={queryString({ finding: filter.finding })}>
          {messages.all}
        </a>
      )}
      <Select
        className="field compact"
        aria-label="Findings"
        none="All findings"
        choices={filterChoices.finding}
        value={filter.finding ?? ''}
        onChoose={(finding) => setFilter({ finding })}
      />
      <form onSubmit={submit} className="w-40">
        <input
          type="search"
          name="username"
          className="field compact w-full!"
          list={id}
          defaultValue={username}
          placeholder="Everyone"
          aria-label="Contributor"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <datalist id={id}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
    </search>
  )
}
