import type { Schema } from '@vitrine/contract/endpoint'
import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  useForm,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { useApi } from '#api/app-context.ts'
import { toast } from '../toasts/toast.ts'
import { showFormError } from './form-errors.ts'

interface ApiFormOptions<Values extends FieldValues> {
  /** The contract's schema of the fields. */
  schema: Schema
  values?: DefaultValues<Values>
  /** The field that has the focus at first. */
  focus?: Path<Values> | undefined
  /** The answer that the form begins with. */
  done?: string | undefined
  /** The answer where the server gives none. */
  failed: string
  /** Calls the API and returns the answer to the person; errors of the API are shown. */
  submit(values: Values, tools: SubmitTools<Values>): Promise<string | undefined>
}

interface SubmitTools<Values> {
  call: ReturnType<typeof useApi>
  /** Empties the fields, or sets these values. */
  reset(values?: Values): void
}

/** State of a form that calls the API, to be shown by `ApiForm` (requirements: #form-answers). */
export function useApiForm<Values extends FieldValues>(options: ApiFormOptions<Values>) {
  const { schema, values, focus, failed, submit } = options
  const call = useApi()
  const { register, handleSubmit, reset, setError, clearErrors, setFocus, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    ...(values && { defaultValues: values }),
  })
  const { errors, isSubmitting } = formState
  const [done, setDone] = useState(options.done)
  useEffect(() => {
    if (focus) setFocus(focus)
  }, [focus, setFocus])

  const send = async (body: Values) => {
    try {
      const answer = await submit(body, { call, reset })
      setDone(answer)
      if (answer) toast('success', answer)
    } catch (error) {
      showFormError(error, setError, failed)
    }
  }
  const messageAt = (name: Path<Values>) => errors[name]?.message as string | undefined
  return {
    onSubmit: handleSubmit(send),
    clearAnswer() {
      setDone(undefined)
      clearErrors('root')
    },
    /** Props of the field of this name. */
    field: <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
      message: messageAt(name),
      ...register(name, rules),
    }),
    messageAt,
    register,
    clearErrors,
    failed: errors.root?.message,
    done,
    isSubmitting,
  }
}

/** Rules of a field whose value counts without the blanks around it. */
export const trimmed = { setValueAs: (value: string) => value.trim() }

/** Validates a form by the contract's schema, as the server does; each field shows its first message. */
function zodResolver<Values extends FieldValues>(schema: Schema): Resolver<Values> {
  return (values) => {
    const result = z.safeParse(schema, values)
    if (result.success) return { values: result.data as Values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, code, message } of result.error.issues)
      errors[path.join('.')] ??= { type: code ?? 'custom', message }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
