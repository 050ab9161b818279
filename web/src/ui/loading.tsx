import { messages } from './messages.ts'

export function Loading() {
  return (
    <main className="grid place-items-center p-10" tabIndex={-1}>
      <p role="status" className="text-soft">
        {globalThis.navigator?.onLine === false ? messages.offline : messages.loading}
      </p>
    </main>
  )
}
