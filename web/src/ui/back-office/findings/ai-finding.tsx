import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { isContradicted } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { fileSourceText } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import { messages } from './messages.ts'

/** What the file says of AI, and whether its contributor says otherwise. */
export function AiFinding({ image: { ai_made, file_source } }: { image: ManagedImage }) {
  const text = fileSourceText(file_source)
  if (!text) return null
  const isDenied = isContradicted({ ai_made, source: file_source?.source ?? null })
  return (
    <p className="wrap-anywhere mt-1 text-sm">
      {text} {isDenied && <strong className="font-semibold">{messages.aiDenied}</strong>}
    </p>
  )
}
