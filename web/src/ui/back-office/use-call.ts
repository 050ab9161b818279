import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { CallInput, Endpoint, Reply } from '@vitrine/contract/endpoint'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { toastError } from '../forms/form-errors.ts'
import { toast } from '../toasts/toast.ts'

type MessagedEndpoint = Endpoint & { messages: { failed: string } }

/** Calls of buttons, each with a toast that says how it went; what they change is read again, also after a refusal. */
export function useCall(queryKey: QueryKey) {
  const send = apiClient(useAppContext().send)
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  /** Answers the reply; undefined where the call failed. */
  async function call<E extends MessagedEndpoint>(
    endpoint: E,
    ...input: unknown extends CallInput<E> ? [] : [CallInput<E>]
  ): Promise<Reply<E> | undefined> {
    setIsBusy(true)
    const reply = await send(endpoint, ...input).catch((error) => void toastError(error, endpoint.messages.failed))
    if (reply) toast('success', (reply as Reply<E> & { message: string }).message)
    await cache.invalidateQueries({ queryKey })
    setIsBusy(false)
    return reply ?? undefined
  }
  return { call, isBusy }
}
