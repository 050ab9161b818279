import { useUser } from '#api/back-office.ts'
import { type DeletedFacts, type ListedImage, maySelect } from '#pages/back-office/image-manager/image-list-query.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { SmallButton } from '#ui/button.tsx'
import { messages } from '../messages.ts'
import { deletedText, endText } from '../trash-texts.ts'
import { ContributorDetails } from './panel-details.tsx'
import { PanelPicture } from './panel-picture.tsx'

/** An image of the trash: who deleted it, how long it stays, and the way back (requirements: #trash). */
export function DeletedImage({ image, onRestore }: { image: ListedImage & DeletedFacts; onRestore: () => void }) {
  const mayRestore = maySelect(image, useUser())
  return (
    <>
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-5">
        <PanelPicture picture={image} alt={image.title} />
        <p dir="auto" className="wrap-anywhere font-semibold">
          {image.title}
        </p>
        <p className="text-soft text-sm">
          {deletedText(image, mayRestore)} · <DateTimeText at={image.deleted_at} />
          <br />
          {endText(image)}
        </p>
        <ContributorDetails image={image} />
      </div>
      {mayRestore && (
        <footer className="grid border-line border-t px-5 py-3">
          <SmallButton className="main" onClick={onRestore} text={messages.restore} />
        </footer>
      )}
    </>
  )
}
