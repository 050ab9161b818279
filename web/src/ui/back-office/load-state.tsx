import type { ReactNode } from 'react'
import { messages } from '../messages.ts'

interface LoadStateProps<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown }
  loading: string
  failed: string
  children: (data: Data) => ReactNode
}

/** An answer; until it is there, that it is on its way, or that it did not come and how to ask again. */
export function LoadState<Data>({
  query: { data, isError, refetch },
  loading,
  failed,
  children,
}: LoadStateProps<Data>) {
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
        {messages.tryAgain}
      </button>
    </div>
  )
}
