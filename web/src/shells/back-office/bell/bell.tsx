import { useQuery } from '@tanstack/react-query'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import BellIcon from 'lucide-react/icons/bell'
import { useAppContext } from '#api/app-context.ts'
import { imageCountsQuery } from '#shells/back-office/image-counts.ts'
import { messages } from '#shells/back-office/messages.ts'
import { backOfficePageTable } from '#shells/back-office/pages.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { messages as uiMessages } from '#ui/messages.ts'
import { waitingLists } from './waiting-lists.ts'

/** The highest number that the bell shows; the lines below it say how many exactly. */
const maxShown = 99

const badge =
  'absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full bg-ink px-1 text-center text-paper text-xs tabular-nums'

/** How much waits, and a link to each list in which it does (requirements: #bell). */
export function Bell({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data: counts, isPending } = useQuery(imageCountsQuery(send, user))
  const lists = counts ? waitingLists(user.role, counts) : []
  const total = lists.reduce((sum, { count }) => sum + count, 0)
  const noLists = counts ? messages.nothingWaits : messages.countsFailed
  return (
    <Dropdown
      className="menu"
      buttonClass={`icon-button relative ${total ? '' : 'text-soft'}`}
      name={messages.bell(total)}
      closesOnChoice
      label={
        <>
          <BellIcon aria-hidden="true" size={20} />
          {total > 0 && <span className={badge}>{total > maxShown ? `${maxShown}+` : total}</span>}
        </>
      }
    >
      {lists.map(({ name, count }) => (
        <a key={name} href={backOfficeHref(user, name)} className="justify-between">
          {backOfficePageTable[name].title}
          <span className="text-soft tabular-nums">{count.toLocaleString('en')}</span>
        </a>
      ))}
      {!lists.length && <p className="px-3 py-2.5 text-soft">{isPending ? uiMessages.loading : noLists}</p>}
    </Dropdown>
  )
}
