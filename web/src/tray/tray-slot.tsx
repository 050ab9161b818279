import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { sharedTrayHash, useTray } from './stored-tray.ts'

/**
 * The place of the tray's button. What belongs to the tray is loaded once it is needed: with images in it, on the first
 * card under the pointer or with the focus, or at the address of a shared one.
 */
export function TraySlot() {
  const { hash } = useLocation()
  const isFilled = useTray().length > 0
  const [Controls, setControls] = useState<ComponentType>()
  useEffect(() => {
    const load = async () => {
      const parts = await import('./tray-controls.tsx').catch(() => null) // tried again at the next card
      if (parts) setControls(() => parts.TrayControls)
    }
    const onCard = ({ target }: Event) => (target as Element).closest?.('.card') && load()
    if (isFilled || hash.startsWith(sharedTrayHash)) void load()
    for (const type of cardEvents) document.addEventListener(type, onCard)
    return () => {
      for (const type of cardEvents) document.removeEventListener(type, onCard)
    }
  }, [isFilled, hash])
  return Controls && <Controls />
}

const cardEvents = ['pointerover', 'focusin'] as const
