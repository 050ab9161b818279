import type { Person } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { ruleTexts, trustLabels, trustLevels, trustReason } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { useId } from 'react'
import { useAccountChange } from './use-account-change.ts'

/** Texts about the level of a person. */
const messages = {
  heading: 'Level',
  set: 'Level of this person',
  byRules: 'By the rules',
  hint: 'A level that you choose holds even if the numbers say otherwise. It is in the audit.',
}

/** The level of a contributor with its numbers, and how an admin sets it. */
export function LevelSection({ person, user }: { person: Person; user: SignedInUser }) {
  const { setLevel } = useAccountChange(user)
  const [select, hint] = [useId(), useId()]
  const { trust } = person
  if (!trust) return null
  return (
    <section className="panel mt-3 px-6 py-5">
      <h2 className="heading">{messages.heading}</h2>
      <p className="mt-2">{trustReason(trust)}</p>
      <ul className="mt-1.5 grid gap-1 text-soft text-sm">
        {ruleTexts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <label htmlFor={select} className="font-medium text-sm">
          {messages.set}
        </label>
        <select
          id={select}
          className="field min-h-[38px]! w-auto! py-1! text-sm!"
          aria-describedby={hint}
          value={trust.is_set_by_admin ? trust.level : ''}
          onChange={({ currentTarget }) =>
            void setLevel(person, trustLevels.find((level) => level === currentTarget.value) ?? null)
          }
        >
          <option value="">{messages.byRules}</option>
          {trustLevels.map((level) => (
            <option key={level} value={level}>
              {trustLabels[level]}
            </option>
          ))}
        </select>
        <p id={hint} className="text-soft text-sm">
          {messages.hint}
        </p>
      </div>
    </section>
  )
}
