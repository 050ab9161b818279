import type { CallInput, Endpoint, Reply } from '@vitrine/contract/endpoint'
import { useState } from 'react'
import { useApi } from '#api/app-context.ts'
import { useRefresh } from '#api/back-office.ts'
import { toastError } from '../forms/form-errors.ts'
import { toast } from '../toasts/toast.ts'

type MessagedEndpoint = Endpoint & { messages: { failed: string } }

/** Calls of buttons, each with a toast that says how it went; what is shown is read again, also after a refusal. */
export function useCall() {
  const send = useApi()
  const refresh = useRefresh()
  const [isBusy, setIsBusy] = useState(false)

  /** Answers the reply; undefined where the call failed. */
  async function call<E extends MessagedEndpoint>(
    endpoint: E,
    ...input: unknown extends CallInput<E> ? [] : [CallInput<E>]
  ): Promise<Reply<E> | undefined> {
    setIsBusy(true)
    const reply = await send(endpoint, ...input).catch((error) => void toastError(error, endpoint.messages.failed))
    if (reply) toast('success', (reply as Reply<E> & { message: string }).message)
    await refresh()
    setIsBusy(false)
    return reply ?? undefined
  }
  return { call, isBusy }
}
