import { backOfficeHref } from '@vitrine/contract/pages'
import { useNavigate } from 'react-router'
import { useUser } from '#api/back-office.ts'
import { useListener } from '#ui/use-listener.ts'

let dropped: File[] = []

/** The files that were dropped on another page; each is taken once. */
export function takeDroppedFiles(): File[] {
  const files = dropped
  dropped = []
  return files
}

/** Leads files that are dropped on any page to the upload page; a browser would open them in place of the app. */
export function useFileDrop(): void {
  const user = useUser()
  const navigate = useNavigate()
  useListener('dragover', (event) => isForPage(event) && event.preventDefault())
  useListener('drop', (event) => {
    if (!isForPage(event)) return
    event.preventDefault()
    if (document.querySelector('dialog:modal')) return
    dropped = [...event.dataTransfer!.files]
    void navigate(backOfficeHref(user, 'upload'))
  })
}

/** Files that neither a drop area of the page nor a file input takes. */
const isForPage = ({ defaultPrevented, dataTransfer, target }: DragEvent) =>
  !defaultPrevented && dataTransfer?.types.includes('Files') && !(target as Element).closest?.('input[type=file]')
