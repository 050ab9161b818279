import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { queryString } from '#api/query-string.ts'
import { messages } from './messages.ts'
import { countVerdicts, type ReviewSession } from './model/review-session.ts'

interface QueueBarProps {
  sitting: ReviewSession
  username: string
  move: (step: 1 | -1) => void
}

/** Where one is in the queue, what one has done, and whose images they are. */
export function QueueBar({ sitting, username, move }: QueueBarProps) {
  const at = sitting.items.findIndex(({ image }) => image.id === sitting.currentId)
  return (
    <section aria-label={messages.queue} className="review-strip">
      <div className="flex items-center gap-1">
        <Arrow name={messages.previous} sign="←" shortcut="ArrowLeft" onPress={() => move(-1)} />
        <p className="min-w-20 text-center font-semibold tabular-nums">
          {at < 0 ? '–' : messages.position(at + 1, sitting.total)}
        </p>
        <Arrow name={messages.next} sign="→" shortcut="ArrowRight" onPress={() => move(1)} />
      </div>
      <p className="text-soft text-sm tabular-nums max-sm:order-1 max-sm:w-full">
        <span className="sr-only">{messages.session}: </span>
        {messages.tally(countVerdicts(sitting))}
      </p>
      <ContributorFilter key={username} username={username} sitting={sitting} />
    </section>
  )
}

function Arrow({
  name,
  sign,
  shortcut,
  onPress,
}: {
  name: string
  sign: string
  shortcut: string
  onPress: () => void
}) {
  return (
    <button type="button" className="icon-button" aria-label={name} aria-keyshortcuts={shortcut} onClick={onPress}>
      <span aria-hidden="true" className="key arrow">
        {sign}
      </span>
    </button>
  )
}

/** Of one contributor, by the address; those whose images are in the queue are offered. */
function ContributorFilter({ username, sitting }: { username: string; sitting: ReviewSession }) {
  const navigate = useNavigate()
  const id = useId()
  const names = [...new Set(sitting.items.map(({ image }) => image.user.username))]
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const said = new FormData(event.currentTarget).get('username')
    void navigate(queryString({ username: String(said).trim().replace(/^@/, '') }))
  }
  return (
    <search
      className={`ml-auto flex min-w-0 flex-1 basis-28 items-center justify-end gap-2.5 ${username && 'max-sm:basis-full'}`}
    >
      {username && (
        <a className="link whitespace-nowrap text-sm" href={queryString({})}>
          {messages.all}
        </a>
      )}
      <form onSubmit={go} className="min-w-0">
        <input
          type="search"
          name="username"
          className="field small"
          list={id}
          defaultValue={username}
          placeholder={messages.everybody}
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
