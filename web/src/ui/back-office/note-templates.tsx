import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useSyncExternalStore } from 'react'
import { SavedChip, savedList } from './saved-chip.tsx'

/** A note to rejections; '' is for any reason. */
interface NoteTemplate {
  reason: RejectionReason | ''
  note: string
}

const storedTemplates = savedList<NoteTemplate>(
  'note-templates',
  ({ reason, note }) => typeof reason === 'string' && typeof note === 'string',
)

const messages = {
  use: (note: string) => `Use “${note}”`,
  remove: (note: string) => `Remove the template “${note}”`,
  save: 'Keep as a template',
}

/** The key of the nth template, as `aria-keyshortcuts` has it; only the first nine have one. */
export const templateKey = (place: number) => `Shift+${place}`

interface NoteTemplatesProps extends NoteTemplate {
  hasKeys?: boolean
  onPick: (template: NoteTemplate) => void
}

/** The person's own notes for this reason, and all of them before one is chosen (requirements: #note-templates). */
export function NoteTemplates({ reason, note, hasKeys = false, onPick }: NoteTemplatesProps) {
  const all = useSyncExternalStore(storedTemplates.subscribe, storedTemplates.read)
  const fitting = all.filter((one) => !reason || !one.reason || one.reason === reason)
  const present = { reason, note: note.trim() }
  const isKept = all.some((one) => one.note === present.note && (!one.reason || one.reason === reason))
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5 empty:hidden">
      {fitting.map((one, index) => (
        <SavedChip
          key={`${one.reason} ${one.note}`}
          label={messages.use(one.note)}
          removeLabel={messages.remove(one.note)}
          title={one.note}
          shortcut={hasKeys && index < 9 ? templateKey(index + 1) : undefined}
          onPick={() => onPick({ ...one, reason: one.reason || reason })}
          onRemove={() => storedTemplates.store(all.filter((other) => other !== one))}
        >
          <span dir="auto" className="max-w-56 truncate">
            {one.note}
          </span>
          {hasKeys && index < 9 && (
            <span aria-hidden="true" className="key ml-1.5 opacity-100!">
              ⇧{index + 1}
            </span>
          )}
        </SavedChip>
      ))}
      {present.note && !isKept && (
        <button
          type="button"
          className="link cursor-pointer py-1 text-sm"
          onClick={() => storedTemplates.store([...all, present])}
        >
          {messages.save}
        </button>
      )}
    </div>
  )
}
