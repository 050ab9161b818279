import { toast } from '#ui/toasts/toast.ts'
import { useConfirmation } from '#ui/use-confirmation.ts'
import { CopiedLabel } from './copy-buttons.tsx'
import { messages } from './messages.ts'

/** What to write beside the picture, and a button that copies it. */
export function CreditLine({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useConfirmation(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => toast('error', messages.notCopied),
    )
  return (
    <div className="grid justify-items-start gap-2">
      <span className="wrap-anywhere max-w-[60ch]">{text}</span>
      <button type="button" className="button small scripted" onClick={() => void copy()}>
        {isCopied ? <CopiedLabel /> : messages.copyCredit}
      </button>
      <span role="status" className="sr-only">
        {isCopied ? messages.creditCopied : ''}
      </span>
    </div>
  )
}
