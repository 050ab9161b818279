import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { levelText, nextRule, ruleText, trustNumbers } from '@vitrine/contract/vocabulary/trust/trust-texts'
import { useAppContext } from '#api/app-context.ts'
import { messages } from './messages.ts'
import { trustQuery } from './trust-query.ts'

/** The own level in words: what it brings, the numbers, and what the next one asks for (requirements: #trust). */
export function OwnLevel({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data } = useQuery(trustQuery(send, user))
  if (!data?.trust) return null
  const { trust, benefits } = data
  const next = nextRule(trust)
  return (
    <section className="panel mt-3 px-5 py-4">
      <h2 className="heading">{messages.level}</h2>
      <p className="mt-1.5">
        {levelText(trust.level, benefits)}
        {trust.is_set_by_admin && ` ${messages.levelSet}`}
      </p>
      {next && <p className="mt-1 text-pretty">{ruleText(next, benefits)}</p>}
      <p className="mt-1 text-soft text-sm">{messages.soFar(trustNumbers(trust))}</p>
    </section>
  )
}
