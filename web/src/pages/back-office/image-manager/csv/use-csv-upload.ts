import { useQueryClient } from '@tanstack/react-query'
import { csv, onlyCsvMessage } from '@vitrine/contract/calls/back-office/csv'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { CsvUploadPlan } from './csv-plan.tsx'

/** The state of a CSV upload: a dry run when a file is chosen, the changes when they are applied. */
export function useCsvUpload(user: SignedInUser, onDone: () => void) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [plan, setPlan] = useState<CsvUploadPlan | null>(null)
  const [problem, setProblem] = useState('')
  const [isApplying, setIsApplying] = useState(false)
  const [isApplied, setIsApplied] = useState(false)

  const upload = (table: File, isDryRun: boolean) => {
    const form = new FormData()
    form.append('dry_run', String(isDryRun))
    form.append('file', table)
    return apiClient(send)(csv.upload, { form })
  }

  const chooseFile = async (table: File | null) => {
    const isCsv = table !== null && /\.csv$/i.test(table.name)
    setFile(table)
    setPlan(null)
    setIsApplied(false)
    setProblem(table && !isCsv ? onlyCsvMessage : '')
    if (isCsv) await upload(table, true).then(setPlan, (error) => setProblem(errorMessage(error)))
  }

  const apply = async () => {
    setIsApplying(true)
    try {
      const result = await upload(file!, false)
      if (result.changed > 0) toast('success', result.message)
      void cache.invalidateQueries({ queryKey: backOfficeKey(user) })
      if (result.wrong === 0) return onDone()
      setPlan(result)
      setIsApplied(true)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setIsApplying(false)
    }
  }

  const isReading = file !== null && !plan && !problem
  return { plan, problem, isReading, isApplying, isApplied, chooseFile, apply }
}

const errorMessage = (error: unknown) => (error instanceof ApiError ? error.message : csv.upload.messages.failed)
