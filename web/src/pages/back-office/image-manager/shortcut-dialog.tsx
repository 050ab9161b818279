import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { messages } from './messages.ts'

interface ShortcutDialogProps {
  user: SignedInUser
  onClose: () => void
}

/** The keys of the lists. */
export function ShortcutDialog({ user, onClose }: ShortcutDialogProps) {
  const keys = [...messages.shortcuts.all, ...(user.role === 'admin' ? messages.shortcuts.admin : [])]
  return (
    <Dialog title={messages.shortcuts.title} onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-sm">
        {keys.map(([name, action]) => (
          <div key={name} className="contents">
            <dt>
              <kbd className="key opacity-100!">{name}</kbd>
            </dt>
            <dd className="text-soft">{action}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="mt-6 flex justify-end">
        <button type="submit" className="button main small">
          {messages.close}
        </button>
      </form>
    </Dialog>
  )
}
