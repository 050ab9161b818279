import type { LookAlike } from '@vitrine/contract/calls/back-office/uploads'
import { useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { imageHref } from '#ui/back-office/image-href.ts'
import { resemblanceText } from '#ui/back-office/resemblance-text.ts'
import { SmallButton } from '#ui/button.tsx'
import { messages } from './messages.ts'
import { canRetry, idsOf, type Upload } from './upload.ts'
import type { UploadList } from './upload-list.ts'

interface FileOutcomesProps {
  list: UploadList
  uploads: Upload[]
  /** Of the files of a drop or a folder that are no PNGs. */
  skippedNames: string[]
}

const maxListedNames = 100

/** What there is to say of files besides that they are drafts, behind one line: the images keep their place. */
export function FileOutcomes({ list, uploads, skippedNames }: FileOutcomesProps) {
  const told = [...uploads.filter(({ state }) => state === 'error'), ...uploads.filter(foundIn)]
  const count = told.length + skippedNames.length
  return (
    <div role="status" className="text-sm">
      {count > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-1">{messages.outcomesOf(count)}</summary>
          <section aria-label={messages.outcomes} className="max-h-60 overflow-y-auto max-sm:max-h-24">
            {skippedNames.length > 0 && (
              <p className="wrap-anywhere max-w-[80ch] text-soft">
                {messages.skippedFiles(skippedNames.length)} {skippedNames.slice(0, maxListedNames).join(', ')}
              </p>
            )}
            <ul>
              {told.slice(0, maxListedNames).map((upload) => (
                <li key={upload.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-1.5">
                  <span className="wrap-anywhere min-w-0 flex-1 basis-60">
                    <span className="font-medium">{upload.file.name}</span> · <Outcome upload={upload} />
                  </span>
                  {canRetry(upload) && (
                    <SmallButton
                      aria-label={`Retry ${upload.file.name}`}
                      onClick={() => list.retry(new Set([upload.id]))}
                      text="Retry"
                    />
                  )}
                </li>
              ))}
            </ul>
            {told.length > 0 && (
              <button type="button" className="link min-h-8 cursor-pointer" onClick={() => list.dismiss(idsOf(told))}>
                Dismiss these
              </button>
            )}
          </section>
        </details>
      )}
    </div>
  )
}

function Outcome({ upload }: { upload: Upload }) {
  const user = useUser()
  if (upload.state === 'error') return <span className="text-bad">{upload.reason}</span>
  const { what, image } = foundIn(upload)!
  return (
    <>
      {what}{' '}
      {image && (
        <a
          className="link"
          href={image.status === 'draft' ? queryString({ image: image.id }) : imageHref(user, image.id)}
        >
          {image.title}
        </a>
      )}
    </>
  )
}

/** The image that has this very file, or shows the same. */
function foundIn(upload: Upload) {
  if (upload.state !== 'success') return undefined
  const { status, look_alike, id, title } = upload.image
  if (status !== 'draft') return { what: 'You have this picture already:', image: { id, title, status } }
  return (
    look_alike && { what: messages.alike(resemblanceText(look_alike), ownerOf(look_alike)), image: look_alike.image }
  )
}

const ownerOf = ({ image }: LookAlike) => image && (image.is_own ? 'you' : 'library')
