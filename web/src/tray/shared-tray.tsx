import { useQuery } from '@tanstack/react-query'
import type { Card } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { Button } from '#ui/button.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { tray, useTray } from './stored-tray.ts'
import { toCard } from './toggle-in-tray.ts'
import { cardsQuery } from './tray-cards.ts'
import { messages } from './tray-messages.ts'
import { TrayImages, TrayPanel, ZipDownload } from './tray-panel.tsx'

/** A tray that was shared by a link, read-only. */
export function SharedTray({ titleId, ids }: { titleId: string; ids: number[] }) {
  const { send } = useAppContext()
  const { data, error, refetch } = useQuery(cardsQuery(send, ids))
  const images = data?.images ?? []
  const gone = data ? ids.length - images.length : 0
  return (
    <TrayPanel
      title="A shared tray"
      titleId={titleId}
      images={images}
      footer={
        images.length > 0 && (
          <>
            {gone > 0 && <p className="text-sm empty:hidden">{messages.gone(gone)}</p>}
            <AddAll images={images} />
            <ZipDownload images={images} />
          </>
        )
      }
    >
      {images.length > 0 ? (
        <TrayImages images={images} />
      ) : (
        <CheckerboardPanel>
          <p role="status">{error ? error.message : data ? messages.nothingShared : 'Loading...'}</p>
          {error && <Button className="mt-6" onClick={() => void refetch()} text={shared.tryAgain} />}
        </CheckerboardPanel>
      )}
    </TrayPanel>
  )
}

/** Adds what has room to one's own tray. */
function AddAll({ images }: { images: Card[] }) {
  const own = useTray()
  const [text, setText] = useState('')
  const ownIds = new Set(own.map(({ id }) => id))
  const isAllIn = images.every(({ id }) => ownIds.has(id))
  const addAll = () => {
    const wanted = images.filter(({ id }) => !ownIds.has(id))
    const added = wanted.slice(0, limits.trayImages - own.length)
    tray.store([...own, ...added.map(toCard)])
    setText(added.length < wanted.length ? messages.someAdded(added.length) : 'All of them are in your tray.')
  }
  return (
    <>
      <p role="status" className="text-sm empty:hidden">
        {text}
      </p>
      {!isAllIn && <Button onClick={addAll} text="Add all to my tray" />}
    </>
  )
}
