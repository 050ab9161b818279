import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useOverruling } from '#shells/back-office/use-overruling.ts'
import { AiFinding } from '#ui/back-office/findings/ai-finding.tsx'
import { Findings } from '#ui/back-office/findings/findings.tsx'
import { messages } from '../messages.ts'

/** What was found in the picture, in the words that contributors and admins share. */
export function PanelFindings({ user, image }: { user: SignedInUser; image: ManagedImage }) {
  const { title, width, height, findings, overruled, main_url } = image
  const overruling = useOverruling(user, image)
  return (
    <section>
      <h3 className="font-medium text-sm">{messages.findings}</h3>
      <AiFinding image={image} />
      {findings?.length ? (
        <Findings image={main_url} {...{ title, width, height, findings, overruled, overruling }} />
      ) : (
        <p className="mt-1 text-soft text-sm">{findings ? messages.nothingFound : messages.notMeasured}</p>
      )}
    </section>
  )
}
