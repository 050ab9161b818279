import { csv } from '@vitrine/contract/calls/back-office/csv'
import type { StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import { endpointPath } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import Download from 'lucide-react/icons/download'
import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { queryString } from '#api/query-string.ts'
import { toast } from '#ui/toasts/toast.ts'
import { type ListSearch, searchQuery } from '../filters/list-filters.ts'
import { CsvDialog } from './csv-dialog.tsx'
import { messages } from './messages.ts'
import { saveFile } from './save-file.ts'

interface CsvButtonsProps {
  user: SignedInUser
  list: StatusFilter
  /** The search and the filters of the list. */
  search: ListSearch
}

/** Exports the list as CSV, and uploads an edited CSV. */
export function CsvButtons({ user, list, search }: CsvButtonsProps) {
  const { send } = useAppContext()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [isExporting, setIsExporting] = useState(false)

  const exportList = async () => {
    setIsExporting(true)
    const path = endpointPath(csv.download) + queryString({ list, ...searchQuery(search) })
    const { file } = await send({ method: csv.download.method, path })
    if (file) saveFile(file, `${list}-images.csv`)
    else toast('error', messages.exportFailed)
    setIsExporting(false)
  }

  return (
    <>
      <button type="button" className="button small" onClick={() => setIsDialogOpen(true)}>
        <FileUp aria-hidden="true" size={17} />
        <span className="max-sm:sr-only">{messages.upload}</span>
      </button>
      <button type="button" className="button small" onClick={exportList} disabled={isExporting}>
        <Download aria-hidden="true" size={17} />
        <span className="max-sm:sr-only">{isExporting ? messages.exporting : messages.export}</span>
      </button>
      {isDialogOpen && <CsvDialog user={user} onClose={() => setIsDialogOpen(false)} />}
    </>
  )
}
