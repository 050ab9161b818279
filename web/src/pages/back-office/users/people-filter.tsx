import { accountStates } from '@vitrine/contract/calls/accounts/people'
import { roles } from '@vitrine/contract/vocabulary/roles'
import { useNavigate } from 'react-router'
import { queryString } from '#api/query-string.ts'
import { messages } from './messages.ts'
import type { PeopleParams } from './people-query.ts'

/** Filters accounts by role and state. */
export function PeopleFilter({ params }: { params: PeopleParams }) {
  const { search, role, state } = params
  const navigate = useNavigate()
  const show = (change: Partial<Pick<PeopleParams, 'role' | 'state'>>) =>
    void navigate(queryString({ search, role, state, ...change }), { replace: true })
  return (
    <div className="flex flex-wrap gap-2">
      <select
        className="field min-h-[38px]! w-auto! py-1! text-sm!"
        aria-label={messages.filterRole}
        value={role ?? ''}
        onChange={({ currentTarget }) => show({ role: roles.find((one) => one === currentTarget.value) })}
      >
        <option value="">{messages.anyRole}</option>
        {roles.map((one) => (
          <option key={one} value={one}>
            {messages.roles[one]}
          </option>
        ))}
      </select>
      <select
        className="field min-h-[38px]! w-auto! py-1! text-sm!"
        aria-label={messages.filterState}
        value={state ?? ''}
        onChange={({ currentTarget }) => show({ state: accountStates.find((one) => one === currentTarget.value) })}
      >
        <option value="">{messages.anyState}</option>
        {accountStates.map((one) => (
          <option key={one} value={one}>
            {messages[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
