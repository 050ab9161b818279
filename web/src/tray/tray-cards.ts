import type { tray as trayCalls } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath } from '@vitrine/contract/endpoint'
import type { Card } from '@vitrine/contract/schemas/image'
import { publicEndpoint, type Transport } from '#api/api-client.ts'
import { callQuery } from '#api/query-client.ts'
import { tray } from './stored-tray.ts'
import { toCard } from './toggle-in-tray.ts'

const cardsOfIds = publicEndpoint<typeof trayCalls.cards>('GET', '/images/approved/cards/')
const zipOfIds = publicEndpoint<typeof trayCalls.zip>('GET', '/images/download/')

/** The present cards of images, those that have left the library left out. */
export const cardsQuery = (send: Transport, ids: number[]) => ({
  ...callQuery(send, ['cards', ids.join()], cardsOfIds, { query: { ids: ids.join() } }),
  enabled: ids.length > 0,
})

/** Brings the stored tray up to date with the cards of these ids; returns how many have left the library. */
export function refreshTray(ids: number[], cards: Card[]): number {
  const present = new Map(cards.map((card) => [card.id, card]))
  const gone = new Set(ids.filter((id) => !present.has(id)))
  const images = tray.read()
  tray.store(images.filter(({ id }) => !gone.has(id)).map((image) => toCard(present.get(image.id) ?? image)))
  return gone.size
}

export const zipHref = (images: Card[]) => `${endpointPath(zipOfIds)}?ids=${images.map(({ id }) => id).join()}`
