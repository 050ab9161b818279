import { useEffect, useRef } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useConfirmation } from '#ui/use-confirmation.ts'
import type { CreatedKey } from './api-key-form.tsx'
import { messages } from './messages.ts'

/** The key that was just made, which no page shows again. */
export function NewKey({ created: { name, key } }: { created: CreatedKey }) {
  const { site } = useAppContext()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCopied, setIsCopied] = useConfirmation(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): a second key moves the focus again
  useEffect(() => heading.current?.focus(), [key])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key)
      setIsCopied(true)
    } catch {
      toast('error', messages.notCopied)
    }
  }

  return (
    <section className="panel grid min-w-0 gap-3 px-5 py-6 sm:px-8" aria-labelledby="new-key">
      <h3 ref={heading} id="new-key" tabIndex={-1} className="font-semibold outline-none">
        {messages.newKey(name)}
      </h3>
      <p>{messages.shownOnce}</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="wrap-anywhere min-w-0 select-all rounded-lg bg-paper px-3 py-2 text-sm">{key}</code>
        <button type="button" className="button small" onClick={() => void copy()}>
          {isCopied ? messages.copied : messages.copy}
        </button>
      </div>
      <p className="text-soft text-sm">{messages.commandHint}</p>
      <code className="wrap-anywhere rounded-lg bg-paper px-3 py-2 text-sm">
        {`VITRINE_KEY=… npm run vitrine -- upload <folder> --site ${site.url}`}
      </code>
    </section>
  )
}
