import { useQueryClient } from '@tanstack/react-query'
import { people } from '@vitrine/contract/calls/accounts/people'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { queryString } from '#api/query-string.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { AuditEntry } from './events-query.ts'
import { messages } from './messages.ts'

interface RefusedUploadProps {
  admin: SignedInUser
  event: AuditEntry
}

/** Of a refused upload: the decision about the picture that it matched, and the button that allows or refuses it. */
export function RefusedUpload({ admin, event: { id, user, image, is_allowed } }: RefusedUploadProps) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  if (is_allowed === null || user === null) return null

  const change = async () => {
    setIsBusy(true)
    try {
      const body = { is_allowed: !is_allowed }
      toast('success', (await apiClient(send)(people.allowUpload, { params: { id }, body })).message)
    } catch (error) {
      toastError(error, people.allowUpload.messages.failed)
    }
    await cache.invalidateQueries({ queryKey: backOfficeKey(admin) })
    setIsBusy(false)
  }
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-3">
      <button type="button" className="button small" disabled={isBusy} onClick={() => void change()}>
        {is_allowed ? messages.refuse(user) : messages.allow(user)}
      </button>
      {image && (
        <a className="link" href={backOfficeHref(admin, 'reports') + queryString({ image: image.id })}>
          {messages.toDecision}
        </a>
      )}
    </span>
  )
}
