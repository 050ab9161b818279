import { resemblanceText } from '#ui/back-office/resemblance-text.ts'
import { messages } from '../messages.ts'
import type { Duplicate } from '../model/upload.ts'

/** Only a hint: two images that are alike may both be wanted. */
export function DuplicateHint({ duplicate }: { duplicate: Duplicate }) {
  const what = resemblanceText(duplicate)
  if (duplicate.where === 'list') return messages.duplicate.onThisList(what, duplicate.name)
  const { image } = duplicate
  if (!image) return messages.duplicate.hidden(what)
  return (
    <>
      {messages.duplicate.inLibrary(what, image.isOwn)}{' '}
      <a href={image.href}>
        <img
          src={image.thumbnail}
          alt=""
          className="checkerboard mr-1 inline size-5.5 rounded-md object-contain align-bottom"
        />
        <span dir="auto" className="link">
          {image.title}
        </span>
      </a>
      <span className="text-soft">, {messages.status[image.status]}</span>
    </>
  )
}
