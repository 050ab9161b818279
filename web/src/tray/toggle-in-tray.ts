import type { Card } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { toast } from '#ui/toasts/toast.ts'
import { tray } from './stored-tray.ts'

/** Adds an image, or takes it out where it is in; a full tray says so. */
export function toggleInTray(image: Card): void {
  const images = tray.read()
  const others = images.filter(({ id }) => id !== image.id)
  const isIn = others.length < images.length
  if (isIn) tray.store(others)
  else if (images.length < limits.trayImages) tray.store([...images, toCard(image)])
  else toast('error', `Your tray is full: it has room for ${limits.trayImages} images.`)
}

/** What a thumbnail needs, of an image that may have much more. */
export function toCard({
  id,
  slug,
  title,
  cloudflare_url,
  cloudflare_id,
  width,
  height,
  byte_size,
  colour,
  contrast_tile,
  soft_share,
  visible_fit,
}: Card): Card {
  const file = { width, height, byte_size, colour, contrast_tile, soft_share, visible_fit }
  return { id, slug, title, cloudflare_url, cloudflare_id, ...file }
}
