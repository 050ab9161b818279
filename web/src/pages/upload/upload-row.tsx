import { findCategory } from '@vitrine/contract/categories'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { memo, useEffect, useRef } from 'react'
import { formatFileSize } from '../../parts/size.ts'
import type { Alike } from './alike.ts'
import { type Doubt, smallSide } from './pre-flight.ts'
import { SaidForm } from './said-form.tsx'
import { isAgain, isOpen, keywordsIn, saidOf, type Upload } from './upload.ts'
import type { UploadList } from './upload-list.ts'
import { words } from './words.ts'

interface Row {
  upload: Upload
  list: UploadList
  isEditing: boolean
  onEdit: (id: number | null) => void
  onNext: (id: number) => void
}

/** One chosen image. Memoised: of five hundred only those are drawn again that changed. */
export const UploadRow = memo(function UploadRow({ upload, list, isEditing, onEdit, onNext }: Row) {
  const { id, thumbnail } = upload
  const title = saidOf(upload).title
  return (
    // Has the focus when the button that had it is gone.
    <li className="upload-row panel" tabIndex={-1}>
      <div className="flex items-center gap-4 p-3 max-sm:gap-2.5">
        <span className="checks size-16 shrink-0 overflow-clip rounded-xl p-1 max-sm:size-12 max-sm:self-start">
          {thumbnail && <img src={thumbnail} alt="" className="size-full object-contain" />}
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{title}</p>
          <p className="wrap-anywhere text-soft text-sm tabular-nums">{factsOf(upload)}</p>
          <div className="min-h-5.5 text-sm">
            <Stage upload={upload} title={title} />
          </div>
        </div>
        <div className="flex items-center gap-1 max-sm:flex-col-reverse max-sm:self-start">
          {isAgain(upload) && (
            <button
              type="button"
              className="button small"
              onClick={({ currentTarget }) => {
                currentTarget.closest('li')!.focus()
                list.again(new Set([id]))
              }}
              aria-label={words.retryOf(title)}
            >
              {words.retry}
            </button>
          )}
          {isOpen(upload) && (
            <EditButton title={title} isOpen={isEditing} onPress={() => onEdit(isEditing ? null : id)} />
          )}
          {upload.state !== 'loading' && (
            <button
              type="button"
              className="icon-button text-soft hover:text-ink"
              onClick={({ currentTarget }) => {
                const row = currentTarget.closest('li')!
                const next = row.nextElementSibling ?? row.previousElementSibling
                next?.querySelector<HTMLElement>('.icon-button')?.focus()
                list.remove(new Set([id]))
              }}
              aria-label={words.remove(title)}
            >
              <X aria-hidden="true" size={18} />
            </button>
          )}
        </div>
      </div>
      {isEditing && <SaidForm upload={upload} list={list} onNext={() => onNext(id)} onClose={() => onEdit(null)} />}
    </li>
  )
})

/** Has the focus again when the form that it opened is closed by its own buttons. */
function EditButton({ title, isOpen, onPress }: { title: string; isOpen: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <button
      ref={button}
      type="button"
      className="button small"
      onClick={onPress}
      aria-expanded={isOpen}
      aria-label={words.editOf(title)}
    >
      {words.edit}
    </button>
  )
}

function factsOf(upload: Upload): string {
  const { file, look } = upload
  const { keywords, category } = saidOf(upload)
  const count = keywordsIn(keywords).length
  const facts = [file.name, formatFileSize(file.size)]
  if (look?.width) facts.push(`${look.width} × ${look.height}`)
  if (look && !look.refusal)
    facts.push(count ? words.keywords(count) : words.noKeywords, findCategory(category)?.name ?? words.noCategory)
  return facts.join(' · ')
}

/** How far it is: what speaks against sending it, how much of it is sent, what became of it. Always one line of its own. */
function Stage({ upload, title }: { upload: Upload; title: string }) {
  if (upload.state === 'error') return <p className="text-bad">{upload.reason}</p>
  if (upload.state === 'twice') return <p className="text-soft">{words.twice(upload.as)}</p>
  if (upload.state === 'loading') return <Sending sent={upload.sent} title={title} />
  if (upload.state === 'ready') return <Doubts doubts={upload.look?.doubts ?? []} alike={upload.alike} />
  return (
    <p className="flex items-center gap-1.5 text-good">
      <Check aria-hidden="true" size={16} className="shrink-0" />
      <span>
        {words.uploaded}
        <span className="text-soft">{` · ${words.status[upload.image.status]}`}</span>
      </span>
    </p>
  )
}

function Sending({ sent, title }: { sent: number; title: string }) {
  const stage = sent === 0 ? words.waiting : sent < 1 ? words.sending(Math.floor(sent * 100)) : words.checking
  return (
    <p className="flex items-center gap-3 text-soft tabular-nums">
      <span className="min-w-26">{stage}</span>
      <progress className="meter max-w-60 flex-1" value={sent} aria-label={words.sendingOf(title)} />
    </p>
  )
}

function Doubts({ doubts, alike }: { doubts: Doubt[]; alike: Alike | undefined }) {
  if (doubts.length === 0 && !alike) return null
  const sentences = doubts.map((doubt) => (doubt === 'small' ? words.doubts.small(smallSide) : words.doubts[doubt]))
  return (
    <div className="flex items-baseline gap-2">
      <span className="dot shrink-0" />
      <p className="wrap-anywhere min-w-0">
        {sentences.join(' ')} {alike && <SecondTime alike={alike} />}
      </p>
    </div>
  )
}

/** Only a doubt: two pictures may look alike and both be wanted. */
function SecondTime({ alike }: { alike: Alike }) {
  if (alike.where === 'list') return words.alike.here(alike.name)
  return (
    <>
      {alike.same ? words.alike.same : words.alike.looks}{' '}
      <a href={alike.href}>
        <img
          src={alike.thumbnail}
          alt=""
          className="checks mr-1 inline size-5.5 rounded-md object-contain align-bottom"
        />
        <span className="link">{alike.title}</span>
      </a>
      <span className="text-soft">, {words.status[alike.status]}</span>
    </>
  )
}
