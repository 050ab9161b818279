import { ApiError } from '#api/api-client.ts'
import { toast } from '../toasts/toast.ts'

/** Shows the server's message; without one, the message of the call (requirements: #messages). */
export const toastError = (error: unknown, fallback: string) => toast('error', messageOf(error, fallback))

export const messageOf = (error: unknown, fallback: string) =>
  (error instanceof ApiError && error.serverMessage) || fallback
