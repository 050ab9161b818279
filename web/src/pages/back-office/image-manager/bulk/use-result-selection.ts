import { listSelection, type StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { searchQuery } from '../filters/list-filters.ts'
import { messages } from '../messages.ts'
import type { Selection } from '../model/selection.ts'
import type { ListParamsState } from '../model/use-list-params.ts'

/** Selects all images of the result, on whatever page. */
export function useResultSelection(list: StatusFilter, params: ListParamsState, selection: Selection) {
  const { send } = useAppContext()
  return async () => {
    try {
      const { ids, versions } = await apiClient(send)(listSelection.all, {
        query: { list, ...searchQuery(params) },
      })
      selection.replace(ids.map((id, index) => ({ id, version: versions[index]! })))
    } catch (error) {
      toastError(error, messages.selectFailed)
    }
  }
}
