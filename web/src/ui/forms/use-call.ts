import type { CallInput, Endpoint, Reply } from '@vitrine/contract/endpoint'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { toast } from '../toasts/toast.ts'
import { toastError } from './form-errors.ts'

/** A call whose reply is a sentence for the person. */
type MessagedCall = Endpoint & { messages: { failed: string } }

/**
 * Calls of a control: `call` says the outcome in a toast (requirements: #messages) and returns the reply, undefined
 * after a failure. `after` reads again what is shown, also after a failure, since that may be out of date.
 */
export function useCall(after: () => unknown = () => {}) {
  const send = apiClient(useAppContext().send)
  const [isCalling, setCalling] = useState(false)
  async function call<E extends MessagedCall>(
    endpoint: E,
    ...input: unknown extends CallInput<E> ? [] : [CallInput<E>]
  ): Promise<Reply<E> | undefined> {
    setCalling(true)
    try {
      const reply = await send(endpoint, ...input)
      toast('success', (reply as { message: string }).message)
      return reply
    } catch (error) {
      toastError(error, endpoint.messages.failed)
      return undefined
    } finally {
      await after()
      setCalling(false)
    }
  }
  return { isCalling, call }
}
