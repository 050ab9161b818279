import { useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { toast } from '../../parts/toasts.ts'
import { SaidFields } from './said-fields.tsx'
import { keywordsIn, type Said, saidOf, type Upload } from './upload.ts'
import type { UploadList } from './upload-list.ts'
import { words } from './words.ts'

const nothing: Said = { title: '', description: '', keywords: '', category: '' }

/** Says the same of all images that can still be described. */
export function ForAll({ list, open }: { list: UploadList; open: Upload[] }) {
  const [isAsking, ask] = useState(false)
  const apply = (said: Said) => {
    const undo = list.sayAll(new Set(open.map(({ id }) => id)), (one) => merged(said, saidOf(one)))
    toast('success', words.forAll.applied(open.length), { label: words.undo, onClick: undo })
  }
  return (
    <>
      {/* One image needs no such thing. */}
      {open.length > 1 && (
        <button type="button" className="button small" onClick={() => ask(true)}>
          {words.forAll.open(open.length)}
        </button>
      )}
      {isAsking && <Asking count={open.length} onApply={apply} onClose={() => ask(false)} />}
    </>
  )
}

interface Question {
  count: number
  onApply: (said: Said) => void
  onClose: () => void
}

function Asking({ count, onApply, onClose }: Question) {
  const [said, setSaid] = useState(nothing)
  const isEmpty = Object.values(said).every((field) => !field.trim())
  return (
    <Dialog title={words.forAll.open(count)} onClose={onClose}>
      <p className="mt-2 mb-5 text-soft text-sm">{words.forAll.hint}</p>
      <form method="dialog" onSubmit={() => onApply(said)}>
        <SaidFields said={said} onSay={(typed) => setSaid({ ...said, ...typed })} />
        <div className="mt-6 flex justify-end gap-2.5">
          <button
            type="button"
            className="button small"
            onClick={({ currentTarget }) => currentTarget.closest('dialog')!.close()}
          >
            {words.forAll.cancel}
          </button>
          <button type="submit" className="button main small" disabled={isEmpty}>
            {words.forAll.apply(count)}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Keywords are added to what an image has; what was left empty says nothing. */
function merged(said: Said, own: Said): Partial<Said> {
  const filled = Object.entries(said).filter(([, field]) => field.trim())
  const keywords = keywordsIn(`${own.keywords},${said.keywords}`).join(', ')
  return { ...Object.fromEntries(filled), ...(said.keywords.trim() && { keywords }) }
}
