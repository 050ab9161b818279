import { pages } from '@vitrine/contract/pages'
import { useId } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { messages } from './messages.ts'

interface PageSwitchProps {
  username: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Switches the public page on or off, and says what it shows to whom (requirements: #contributor-page). */
export function PageSwitch({ username, isOn, onChange }: PageSwitchProps) {
  const { site } = useAppContext()
  const hint = useId()
  return (
    <div className="grid gap-1.5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-[580]">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          aria-describedby={hint}
          className="size-5 shrink-0 cursor-pointer"
        />
        {messages.publicPage}
      </label>
      <p id={hint} className="wrap-anywhere max-w-[60ch] text-pretty text-soft text-sm">
        {messages.publicPageHint(site.url + pages.contributor.href({ username }))}
      </p>
    </div>
  )
}
