import type { FormState } from '@vitrine/contract/form-state'
import type { Site } from '@vitrine/contract/site'
import { createContext, use } from 'react'
import { type ApiRequest, apiClient, type Transport } from './api-client.ts'

/** What pages need from their environment, so that the same page renders on the server and in the browser. */
export interface AppContextValue {
  send: Transport
  site: Site
  /** What was posted to the page without JavaScript and refused. */
  form?: FormState | undefined
}

export const AppContext = createContext<AppContextValue | null>(null)

export function useAppContext(): AppContextValue {
  return use(AppContext)!
}

/** Calls of the API; those with `keepalive` outlive the page. */
export function useApi(options?: Pick<ApiRequest, 'keepalive'>) {
  const { send } = useAppContext()
  return apiClient((request) => send({ ...request, ...options }))
}
