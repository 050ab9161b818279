import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { currentParams, queryString } from '#api/query-string.ts'
import { FindingFilterField } from '#ui/back-office/findings/finding-filter.tsx'
import { KeyHint, KeysButton } from '#ui/back-office/key-dialog.tsx'
import { messages } from './messages.ts'
import { countVerdicts, type ReviewSession } from './model/review-session.ts'
import type { SavingState } from './model/use-decisions.ts'
import { parseQueueFilter, type QueueFilter } from './model/use-review-session.ts'

interface QueueBarProps {
  session: ReviewSession
  filter: QueueFilter
  saving: SavingState
  /** About the last decision that was not stored. */
  notice: string
  move: (step: 1 | -1) => void
  /** The pending list with the same filters, where many are decided at once. */
  listHref: string
  /** The list of edits of words; left out where no edit waits. */
  editsHref: string | undefined
}

/** Position in the queue, tally of the session, and the filters. */
export function QueueBar({ session, filter, saving, notice, move, listHref, editsHref }: QueueBarProps) {
  const index = session.items.findIndex(({ image }) => image.id === session.currentId)
  return (
    <section aria-label={messages.queue} className="review-strip">
      <div className="flex items-center gap-1">
        <Arrow name={messages.previous} sign="←" shortcut="ArrowLeft" onPress={() => move(-1)} />
        <p className="min-w-20 text-center font-semibold tabular-nums">
          {index < 0 ? '–' : messages.position(index + 1, session.total)}
        </p>
        <Arrow name={messages.next} sign="→" shortcut="ArrowRight" onPress={() => move(1)} />
      </div>
      <div className="flex gap-1">
        <a href={listHref} className="button small" aria-keyshortcuts="G">
          {messages.list}
          <KeyHint name="G" />
        </a>
        {editsHref && (
          <a href={editsHref} className="button small">
            {messages.edits}
          </a>
        )}
      </div>
      <p className="text-soft text-sm tabular-nums max-sm:order-1 max-sm:w-full">
        <span className="sr-only">{messages.session}: </span>
        {messages.tally(countVerdicts(session))}
      </p>
      <p className="text-soft text-sm tabular-nums">{messages.saving(saving.sending, saving.isSaved)}</p>
      <p role="status" className="text-sm empty:hidden">
        {notice || (session.taken && messages.left(session.taken))}
      </p>
      <Filters key={filter.username} filter={filter} session={session} />
      <KeysButton />
    </section>
  )
}

interface ArrowProps {
  name: string
  sign: string
  shortcut: string
  onPress: () => void
}

function Arrow({ name, sign, shortcut, onPress }: ArrowProps) {
  return (
    <button type="button" className="icon-button" aria-label={name} aria-keyshortcuts={shortcut} onClick={onPress}>
      <span aria-hidden="true" className="key arrow">
        {sign}
      </span>
    </button>
  )
}

const filterLayout = 'ml-auto flex min-w-0 flex-1 basis-64 flex-wrap items-center justify-end gap-1.5 max-sm:basis-full'

/** Filters by findings and contributor through the URL; suggests the contributors whose images are in the queue. */
function Filters({ filter, session }: { filter: QueueFilter; session: ReviewSession }) {
  const { username } = filter
  const navigate = useNavigate()
  const id = useId()
  const names = [...new Set(session.items.map(({ image }) => image.user.username))]
  const setFilter = (change: Partial<QueueFilter>) => {
    void navigate(queryString({ ...parseQueueFilter(currentParams()), ...change }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('username')
    setFilter({ username: String(typed).trim().replace(/^@/, '') })
  }
  return (
    <search className={filterLayout}>
      {username && (
        <a className="link whitespace-nowrap text-sm" href={queryString({ finding: filter.finding })}>
          {messages.all}
        </a>
      )}
      <FindingFilterField value={filter.finding} onChange={(finding) => setFilter({ finding })} />
      <form onSubmit={submit} className="min-w-24 flex-1 sm:max-w-44">
        <input
          type="search"
          name="username"
          className="field small"
          list={id}
          defaultValue={username}
          placeholder={messages.everyone}
          aria-label={messages.contributor}
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
