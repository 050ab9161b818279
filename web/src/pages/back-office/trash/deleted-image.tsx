import { contrastClass } from '#image-card/image-src.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { daysLeft } from './days-left.ts'
import { messages } from './messages.ts'
import type { TrashedImage } from './trash-query.ts'

interface DeletedImageProps {
  image: TrashedImage
  isSelected: boolean
  isRestorable: boolean
  isBusy: boolean
  onSelect: () => void
  onRestore: () => void
}

/** At most this many days left are highlighted. */
const urgentDays = 3

/** A deleted image, who deleted it and the days left, or that reports keep it. */
export function DeletedImage({ image, isSelected, isRestorable, isBusy, onSelect, onRestore }: DeletedImageProps) {
  const { title, cloudflare_url, width, height, user, deleted_by, deleted_at, is_reported } = image
  return (
    <li className={`panel flex min-w-0 flex-col overflow-clip ${isSelected ? 'outline-2 outline-accent' : ''}`}>
      <label className={`checkerboard relative block cursor-pointer ${contrastClass(image)}`}>
        <input
          type="checkbox"
          checked={isSelected}
          disabled={!isRestorable}
          onChange={onSelect}
          aria-label={messages.select(title)}
          className="absolute top-3 left-3 size-6 cursor-pointer"
        />
        <img
          src={cloudflare_url}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          className="aspect-4/3 w-full object-contain p-[9%]"
        />
      </label>
      <div className="flex flex-1 flex-col gap-1 px-4 pt-3 pb-4 text-sm">
        <h2 dir="auto" className="wrap-anywhere font-semibold text-base leading-snug">
          {title}
        </h2>
        <p className="wrap-anywhere text-soft">{messages.by(user.username)}</p>
        <p className="wrap-anywhere text-soft tabular-nums">
          {isRestorable ? messages.deleted(deleted_by) : messages.deletedByAdmin}
          <br />
          <DateTimeText at={deleted_at} />
        </p>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-3">
          {is_reported ? (
            <span>{messages.reported}</span>
          ) : (
            <span className={daysLeft(deleted_at) > urgentDays ? 'tabular-nums' : 'text-bad tabular-nums'}>
              {messages.left(daysLeft(deleted_at))}
            </span>
          )}
          {isRestorable && (
            <button
              type="button"
              className="button small"
              disabled={isBusy}
              aria-label={messages.restoreOne(title)}
              onClick={onRestore}
            >
              {messages.restore}
            </button>
          )}
        </p>
      </div>
    </li>
  )
}
