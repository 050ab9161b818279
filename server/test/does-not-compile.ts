import type { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { EndpointHandlers } from '#kit/http/endpoints'

// Each line below must stay an error: the server answers every call of the contract, as the contract says it.

const done = async () => ({ message: '', count: 0 })
const update = async () => ({ ...(await done()), version: 1 })
const history = async () => ({ decisions: [], reviewer: null })
const alike = async () => ({ images: [] })
const undo = async () => ({ message: '', images: [] })
const bulk = async () => ({ ...(await done()), versions: [] })
const decisions = { update, bulkUpdate: bulk, updateMultiple: bulk, undo, discardEdit: done }
const all = { ...decisions, deleteMany: done, deleteOne: done, history, alike }
all satisfies EndpointHandlers<typeof backOffice>

const { deleteOne: _, ...incomplete } = all
// @ts-expect-error an endpoint without a handler
incomplete satisfies EndpointHandlers<typeof backOffice>
// @ts-expect-error a handler without an endpoint
const tooMany: EndpointHandlers<typeof backOffice> = { ...all, archive: done }
// @ts-expect-error a reply that the contract does not describe
const wrong: EndpointHandlers<typeof backOffice> = { ...all, update: async () => ({ message: 1 }) }

export { tooMany, wrong }
