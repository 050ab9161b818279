import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { isFault } from '@vitrine/contract/measures/findings'
import { type FindingsChange, useOverruling } from '#shells/back-office/use-overruling.ts'
import { AiFinding, Findings } from '#ui/back-office/findings/findings.tsx'
import { messages as findingMessages } from '#ui/back-office/findings/messages.ts'
import { openFindingsOf } from '#ui/back-office/findings/open-findings.ts'

interface ImageFindingsProps {
  image: ManagedImage
  changeFindings?: (id: number, change: FindingsChange) => void
}

/** What was found in the picture, worst first; renders nothing where that is nothing. */
export function ImageFindings({ image, changeFindings }: ImageFindingsProps) {
  const { id, findings } = image
  const overrulingOfImage = useOverruling(image, (change) => changeFindings?.(id, change))
  // A finding is overruled for the file of an image, not for one that waits.
  const overruling = image.waiting_edit?.file ? undefined : overrulingOfImage
  if (!findings?.length) return <AiFinding image={image} />
  const open = openFindingsOf(image)
  const faults = open.filter(isFault).length
  return (
    <section aria-labelledby="findings">
      <h3 id="findings" className="font-medium text-sm">
        Findings
        <span className="ml-2 font-normal text-soft">{findingMessages.counts(faults, open.length - faults)}</span>
      </h3>
      <AiFinding image={image} />
      <Findings key={id} {...{ image, overruling }} />
    </section>
  )
}
