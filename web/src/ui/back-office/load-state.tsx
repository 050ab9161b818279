import type { ReactNode } from 'react'
import { SmallButton } from '../button.tsx'
import { messages } from '../messages.ts'

interface LoadStateProps<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown }
  loading?: string | undefined
  failed: string
  children: (data: Data) => ReactNode
}

/** The query's data; until it has arrived, a loading text, or an error with a button to try again. */
export function LoadState<Data>({ query, loading, failed, children }: LoadStateProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <LoadingState text={loading} />
  return <LoadFailure text={failed} onRetry={query.refetch} />
}

export const LoadingState = ({ text = messages.loading }: { text?: string | undefined }) => (
  <p role="status" className="loading-state">
    {text}
  </p>
)

export const LoadFailure = ({ text, onRetry }: { text: string; onRetry: () => unknown }) => (
  <div role="alert" className="panel grid min-h-60 place-content-center justify-items-center gap-4 p-6 text-center">
    <p className="heading">{text}</p>
    <SmallButton onClick={() => onRetry()} text={messages.tryAgain} />
  </div>
)
