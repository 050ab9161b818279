import { onlineManager, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { imageRevision } from '@vitrine/contract/calls/back-office/lists'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey, useUser } from '#api/back-office.ts'
import { useSession } from '#api/session.ts'

/** Milliseconds between two polls; a tab in the background makes none. */
const pollMs = 5_000
/** Milliseconds without an answer after which the line counts as down. */
const timeoutMs = 5_000
/** Milliseconds that a break of the connection lasts before it is shown. */
const patienceMs = 2_000

/** Asked also while the browser calls itself offline, which it may be wrong about. */
function useRevisionQuery() {
  const { send } = useAppContext()
  const user = useUser()
  return queryOptions({
    queryKey: [...backOfficeKey(user), 'revision'],
    queryFn: async ({ signal, client, queryKey }) => {
      const call = apiClient(send, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
      const { revision } = await call(imageRevision.current)
      // '' is the answer of a process that has just started and knows of no change.
      return revision || (client.getQueryData<string>(queryKey) ?? '')
    },
    staleTime: 0,
    retry: false,
    networkMode: 'always',
  })
}

/** Polls for changes of the images that the person sees, and reads queries with `meta.isLive` again (decision 0049). */
export function useLiveImages() {
  const cache = useQueryClient()
  const { data: revision, isError } = useQuery({
    ...useRevisionQuery(),
    refetchInterval: useSession() !== null && pollMs,
    refetchOnWindowFocus: 'always',
  })
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (revision === undefined) return
    const before = seen.current
    // What a server has forgotten that was down is not known, so that nothing equals it.
    seen.current = isError ? 'unknown' : revision
    if (before !== undefined && before !== seen.current && !isError)
      void cache.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true })
  }, [revision, isError, cache])
}

/** Another text whenever images have changed; undefined until it is known. */
export const useImageRevision = (): string | undefined => useQuery({ ...useRevisionQuery(), enabled: false }).data

/** Whether the server has been out of reach for two seconds. */
export function useIsDisconnected(): boolean {
  const { error } = useQuery({ ...useRevisionQuery(), enabled: false })
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  )
  return useLasts(!isOnline || (error as ApiError | null)?.status === 0, patienceMs)
}

/** Whether a state has lasted for this many milliseconds. */
function useLasts(isNow: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    if (!isNow) return
    const timer = setTimeout(() => setHasLasted(true), ms)
    return () => {
      clearTimeout(timer)
      setHasLasted(false)
    }
  }, [isNow, ms])
  return isNow && hasLasted
}
