import type { ReactNode } from 'react'
import { words } from './words.ts'

interface Awaiting<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown }
  loading: string
  failed: string
  children: (data: Data) => ReactNode
}

/** An answer; until it is there, that it is on its way, or that it did not come and how to ask again. */
export function Awaited<Data>({ query: { data, isError, refetch }, loading, failed, children }: Awaiting<Data>) {
  if (data !== undefined) return children(data)
  if (!isError)
    return (
      <p role="status" className="grid min-h-60 place-items-center text-soft">
        {loading}
      </p>
    )
  return (
    <div role="alert" className="panel grid min-h-60 place-content-center justify-items-center gap-4 p-6 text-center">
      <p className="heading">{failed}</p>
      <button type="button" className="button small" onClick={() => refetch()}>
        {words.tryAgain}
      </button>
    </div>
  )
}
