import type { Card } from '@vitrine/contract/schemas/image'
import Inbox from 'lucide-react/icons/inbox'
import { Button } from '#ui/button.tsx'
import { useTray } from './stored-tray.ts'

/** Texts of the tray that stand on pages before it is used; the others are in tray-messages.ts. */
const messages = {
  add: 'Add to tray',
  remove: 'Take out of tray',
}

/** Adds an image to the tray, or takes it out again. */
export function AddToTray({ image }: { image: Card }) {
  const isIn = useTray().some(({ id }) => id === image.id)
  const toggle = async () => (await import('./toggle-in-tray.ts')).toggleInTray(image)
  return (
    <Button className="scripted" onClick={() => void toggle()} text={isIn ? messages.remove : messages.add}>
      <Inbox aria-hidden="true" size={17} />
    </Button>
  )
}
