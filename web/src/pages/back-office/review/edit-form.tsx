import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type ImageFieldName, mapImageFields } from '@vitrine/contract/image-fields'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#api/api-client.ts'
import { useApi } from '#api/app-context.ts'
import { formKeys, submitAfterBlur, useKeymap } from '#ui/back-office/keys.ts'
import { SmallButton } from '#ui/button.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { changedFields, type FieldErrors, fieldsOf, validateFields } from '../image-manager/drafts.ts'
import { ImageFields } from '../image-manager/fields/image-fields.tsx'
import { messages } from './messages.ts'

interface EditFormProps {
  image: ManagedImage
  onSave: (id: number, change: Partial<ManagedImage>) => void
  onClose: () => void
}

/** Title, description, keywords and category of the image under review; saved at once, without a decision. */
export function EditForm({ image, onSave, onClose }: EditFormProps) {
  const call = useApi()
  const [opened] = useState(image)
  const [fields, setFields] = useState(() => fieldsOf(image, 'admin'))
  const [isWarned, setIsWarned] = useState(false)
  const [problems, setProblems] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])

  const save = async () => {
    const found = validateFields(image, fields, 'admin')
    setProblems(found)
    if (Object.keys(found).length) return
    const before = mapImageFields((name) => opened[name]) as Pick<ManagedImage, ImageFieldName>
    const texts = changedFields(fields, before)
    // What others changed meanwhile is said once, and then what was typed here stands.
    const body = { ...texts, version: isWarned ? image.version : opened.version }
    try {
      const { version } = await call(backOffice.update, { params: { id: image.id }, body })
      onSave(image.id, { ...texts, version })
      onClose()
    } catch (error) {
      toastError(error, backOffice.update.messages.failed)
      if ((error as ApiError).code === 'changed_meanwhile') setIsWarned(true)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  useKeymap('form', [{ ...formKeys.save, run: submitAfterBlur }], form)
  useKeymap('form', [{ ...formKeys.close, run: onClose }], form)
  return (
    <form ref={form} noValidate aria-label={messages.edit} className="review-edit grid gap-4" onSubmit={submit}>
      <ImageFields values={fields} problems={problems} onChange={(edit) => setFields({ ...fields, ...edit })} />
      <div className="flex justify-end gap-2">
        <SmallButton onClick={onClose} text="Cancel" />
        <SmallButton type="submit" className="main" aria-keyshortcuts="Control+Enter" text="Save" />
      </div>
    </form>
  )
}
