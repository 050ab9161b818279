import { backOfficeHref, type OwnPageName } from '@vitrine/contract/pages'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import BellIcon from 'lucide-react/icons/bell'
import { useUser } from '#api/back-office.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { messages as uiMessages } from '#ui/messages.ts'
import { useImageCounts } from './image-counts.ts'
import { backOfficePageTable } from './pages.ts'

/** The highest number that the bell shows; the lines below it say how many exactly. */
const maxShown = 99

const badge =
  'absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full bg-ink px-1 text-center text-paper text-xs tabular-nums'

/** How much waits, and a link to each list in which it does (requirements: #bell). */
export function Bell() {
  const user = useUser()
  const { data: counts, isPending } = useImageCounts()
  const lists = counts ? waitingLists(user.role, counts) : []
  const total = lists.reduce((sum, [, count]) => sum + count, 0)
  const shown = total > maxShown ? `${maxShown}+` : total
  const noLists = counts ? 'Nothing waits.' : 'The numbers could not be loaded.'
  return (
    <Dropdown
      className="menu"
      buttonClass={`icon-button relative ${total ? '' : 'text-soft'}`}
      name={total ? `Waiting: ${shown}` : 'Nothing waits'}
      label={
        <>
          <BellIcon size={20} />
          {total > 0 && <span className={badge}>{shown}</span>}
        </>
      }
    >
      {lists.map(([name, count]) => (
        <a key={name} href={backOfficeHref(user, name)} className="justify-between">
          {backOfficePageTable[name].title}
          <span className="text-soft tabular-nums">{count.toLocaleString('en')}</span>
        </a>
      ))}
      {!lists.length && <p className="px-3 py-2.5 text-soft">{isPending ? uiMessages.loading : noLists}</p>}
    </Dropdown>
  )
}

type Counts = Record<'waiting' | 'rejected' | 'reports', number>

/** The pages on which something waits, with how much: for admins what they decide, for contributors what is theirs. */
export function waitingLists(role: Role, { waiting, rejected, reports }: Counts) {
  const counts = role === 'admin' ? { review: waiting, reports } : { rejected, pending: waiting }
  return (Object.entries(counts) as [OwnPageName, number][]).filter(([, count]) => count > 0)
}
