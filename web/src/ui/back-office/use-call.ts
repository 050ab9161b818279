import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { toastError } from '../forms/form-errors.ts'
import { toast } from '../toasts/toast.ts'

/** Calls of buttons, each with a toast that says how it went; what they change is read again, also after a refusal. */
export function useCall(queryKey: QueryKey) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  /** Answers the reply; undefined where the call failed. */
  async function run<Reply extends { message: string }>(calling: Promise<Reply>, failed: string) {
    setIsBusy(true)
    const reply = await calling.catch((error) => void toastError(error, failed))
    if (reply) toast('success', reply.message)
    await cache.invalidateQueries({ queryKey })
    setIsBusy(false)
    return reply
  }
  return { call: apiClient(send), isBusy, run }
}
