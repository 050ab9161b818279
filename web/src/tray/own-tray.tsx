import { useQuery } from '@tanstack/react-query'
import type { Card } from '@vitrine/contract/schemas/image'
import Check from 'lucide-react/icons/check'
import Link from 'lucide-react/icons/link'
import { useEffect, useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { Button } from '#ui/button.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { useCopy } from '#ui/use-confirmation.ts'
import { shareLink } from './share-link.ts'
import { tray, useTray } from './stored-tray.ts'
import { cardsQuery, refreshTray } from './tray-cards.ts'
import { messages } from './tray-messages.ts'
import { TrayImages, TrayPanel, ZipDownload } from './tray-panel.tsx'

/** The person's own tray: images can be taken out, downloaded together, and shared. */
export function OwnTray({ titleId }: { titleId: string }) {
  const images = useTray()
  const { notice, setNotice } = useNotice()
  const replaceBy = (next: Card[], text: string) => {
    setNotice({ text, before: images })
    tray.store(next)
  }
  const remove = ({ id, title }: Card) =>
    replaceBy(
      images.filter((image) => image.id !== id),
      `${title} taken out.`,
    )
  const undo = ({ before }: Notice) => {
    tray.store(before!)
    setNotice(null)
  }
  return (
    <TrayPanel
      title="Your tray"
      titleId={titleId}
      images={images}
      footer={
        <>
          <p role="status" className="text-sm empty:hidden">
            {notice?.text}{' '}
            {notice?.before && (
              <button type="button" className="link" onClick={() => undo(notice)}>
                Undo
              </button>
            )}
          </p>
          {images.length > 0 && (
            <>
              <ZipDownload images={images} />
              <div className="grid grid-cols-2 gap-2">
                <CopyLink ids={images.map(({ id }) => id)} />
                <Button onClick={() => replaceBy([], messages.cleared(images.length))} text="Clear" />
              </div>
            </>
          )}
        </>
      }
    >
      {images.length > 0 ? <TrayImages images={images} onRemove={remove} /> : <EmptyTray />}
    </TrayPanel>
  )
}

interface Notice {
  text: string
  /** The images before the change that it tells of, which can then be undone. */
  before?: Card[]
}

/** What has happened to the tray. When it is opened, images that have left the library leave it too. */
function useNotice() {
  const { send } = useAppContext()
  const [notice, setNotice] = useState<Notice | null>(null)
  const [idsAtFirst] = useState(() => tray.read().map(({ id }) => id))
  const { data } = useQuery(cardsQuery(send, idsAtFirst))
  useEffect(() => {
    const gone = data ? refreshTray(idsAtFirst, data.images) : 0
    if (gone) setNotice({ text: messages.gone(gone) })
  }, [data, idsAtFirst])
  return { notice, setNotice }
}

function EmptyTray() {
  return (
    <CheckerboardPanel>
      <h3 className="heading">Nothing here yet</h3>
      <p className="mt-2 text-soft">{messages.emptyHint}</p>
      <p className="mt-2 text-soft">On a picture, choose “Add to tray” or press T.</p>
    </CheckerboardPanel>
  )
}

/** Copies the link that holds this tray; where the browser refuses, it is shown. */
function CopyLink({ ids }: { ids: number[] }) {
  const { site } = useAppContext()
  const [isRefused, setRefused] = useState(false)
  const link = shareLink(site.url, ids)
  const [isCopied, copy] = useCopy(link, () => setRefused(true))
  if (isRefused)
    return (
      <label className="col-span-full grid gap-1.5 text-sm">
        The browser did not let us copy. Here is the link:
        <input className="field" readOnly value={link} onFocus={({ target }) => target.select()} />
      </label>
    )
  return (
    <Button onClick={copy}>
      {isCopied ? <Check size={16} /> : <Link size={16} />}
      <span aria-live="polite">{isCopied ? 'Link copied' : 'Copy link'}</span>
    </Button>
  )
}
