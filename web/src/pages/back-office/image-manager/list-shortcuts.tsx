import type { SignedInUser } from '@vitrine/contract/schemas/user'
import Keyboard from 'lucide-react/icons/keyboard'
import { useState } from 'react'
import { KeyDialog } from '#ui/back-office/key-dialog.tsx'
import { useCharacterKeysSetting } from '#ui/back-office/keys.ts'
import { messages } from './messages.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** A button that shows the keys of the lists, and the keys that work anywhere on the page. */
export function ListShortcuts({ user }: { user: SignedInUser }) {
  const [isOpen, setIsOpen] = useState(false)
  const [areKeysOn] = useCharacterKeysSetting()
  useShortcuts({
    '/': areKeysOn ? () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus() : undefined,
    '?': areKeysOn ? () => setIsOpen(true) : undefined,
  })
  const { title, all, admin } = messages.shortcuts
  return (
    <>
      <button type="button" className="icon-button list-keys" title={`${title} (?)`} onClick={() => setIsOpen(true)}>
        <Keyboard role="img" aria-label={title} size={18} />
      </button>
      {isOpen && <KeyDialog keys={user.role === 'admin' ? [...all, ...admin] : all} onClose={() => setIsOpen(false)} />}
    </>
  )
}
