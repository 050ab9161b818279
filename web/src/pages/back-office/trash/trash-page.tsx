import { useQueryClient } from '@tanstack/react-query'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import { backOfficeKey, useUser } from '#api/back-office.ts'
import { ConfirmButton } from '#ui/back-office/dialog.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { ListPage } from '../image-manager/image-manager-page.tsx'

/** The list of deleted images: one's own, or those of all contributors for admins (requirements: #trash). */
export function TrashPage(props: { title: string }) {
  return <ListPage {...props} name="trash" tools={<EmptyTrash />} />
}

function EmptyTrash() {
  const cache = useQueryClient()
  const user = useUser()
  const { call, isBusy } = useCall()
  const empty = async () => {
    const queryKey = [...backOfficeKey(user), 'list', 'trash']
    const reply = await call(trash.empty)
    // A large trash is emptied in several steps, whose images would still be listed.
    if (reply?.staying === 0) cache.setQueriesData({ queryKey }, { count: 0, images: [] })
  }
  return (
    <ConfirmButton
      label="Empty the trash"
      className="danger"
      question="Delete everything in the trash for good? No one can restore it."
      isDestructive
      isDisabled={isBusy}
      onConfirm={() => void empty()}
    />
  )
}
