import { useEffect, useState } from 'react'
import { downloadHref } from '#image-card/image-src.ts'
import { offerOriginal } from '#image-card/offer-original.ts'
import { useListener } from '#ui/use-listener.ts'
import type { PartialImage } from '../image-query.ts'

export type OriginalState = HTMLImageElement | 'loading' | 'failed'

/** The decoded original; it is loaded where `isNeeded`, since it may be fifty times the size of a preview. */
export function useOriginal(image: PartialImage, isNeeded: boolean): OriginalState {
  const [loaded, setLoaded] = useState<{ address: string; original: HTMLImageElement | 'failed' }>()
  const address = image.main_url
  useEffect(() => {
    if (!address || !isNeeded) return
    const original = new Image()
    original.src = address
    original.decode().then(
      () => setLoaded({ address, original }),
      () => setLoaded({ address, original: 'failed' }),
    )
  }, [address, isNeeded])
  return loaded && loaded.address === address ? loaded.original : 'loading'
}

/** Whether the stage shows the matte at the moment. */
export function useIsAlphaShown(stage: HTMLElement): boolean {
  const [isShown, setShown] = useState(() => isAlphaChecked(stage))
  useListener('change', () => setShown(isAlphaChecked(stage)), stage)
  return isShown
}

const isAlphaChecked = (stage: HTMLElement) => stage.querySelector('[value="alpha"]:checked') !== null

/** Shows the matte from the original's pixels: previews are smaller, so their alpha is an average. */
export function useOriginalInMatte(stage: HTMLElement, original: OriginalState, isAlphaShown: boolean) {
  useEffect(() => {
    const picture = stage.querySelector('img')
    if (!isAlphaShown || typeof original === 'string' || !picture) return
    picture.srcset = ''
    picture.src = original.src
  }, [stage, original, isAlphaShown])
}

export function useDragOut(stage: HTMLElement, image: PartialImage) {
  const offer = ({ target, dataTransfer }: DragEvent) => {
    if (!(target instanceof HTMLImageElement) || !dataTransfer) return
    offerOriginal(dataTransfer, image.slug, new URL(downloadHref(image), location.href).href)
  }
  useListener('dragstart', offer, stage)
}
