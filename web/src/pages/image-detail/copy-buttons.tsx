import { useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useAppContext } from '#api/app-context.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useConfirmation } from '#ui/use-confirmation.ts'
import type { PartialImage } from './image-query.ts'
import { type CopyKind, messages } from './messages.ts'

const textKinds = ['link', 'html', 'markdown', 'css'] as const

/** Copies the image, its link or a snippet. The button itself confirms; what copies is loaded before its first use. */
export function CopyButtons({ image }: { image: PartialImage }) {
  const { site, send } = useAppContext()
  const cache = useQueryClient()
  const [copied, setCopied] = useConfirmation<{ kind: CopyKind; text: string } | null>(null)
  const preload = () => void loadCopyImage().catch(() => {}) // repeated by the click
  const copy = async (kind: CopyKind) => {
    try {
      const { copyImage } = await loadCopyImage()
      setCopied({ kind, text: await copyImage(kind, image, { site, send, cache }) })
    } catch {
      toast('error', messages.notCopied)
    }
  }
  const button = (kind: CopyKind, className: string) => (
    <button
      type="button"
      className={className}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void copy(kind)}
    >
      {kind === 'image' && copied?.kind === kind ? <CopiedLabel /> : messages.copyKinds[kind]}
    </button>
  )
  return (
    <>
      {button('image', 'button small scripted')}
      <Dropdown
        className="menu scripted"
        label={copied && copied.kind !== 'image' ? <CopiedLabel /> : <MenuLabel text="Copy…" />}
      >
        <ul>
          {textKinds.map((kind) => (
            <li key={kind}>{button(kind, 'menu-item')}</li>
          ))}
        </ul>
      </Dropdown>
      <span role="status" className="sr-only">
        {copied?.text}
      </span>
    </>
  )
}

const loadCopyImage = () => import('./copy-image.ts')

export const CopiedLabel = () => (
  <>
    <Check size={16} strokeWidth={2.75} className="text-good" />
    Copied
  </>
)

export const MenuLabel = ({ text }: { text: string }) => (
  <>
    {text}
    <span className="chevron" />
  </>
)
