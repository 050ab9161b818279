import type { Endpoint, Reply, Schema } from '@vitrine/contract/endpoint'
import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormSetError,
  useForm,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from '#api/api-client.ts'
import { useApi } from '#api/app-context.ts'
import { toast } from '../toasts/toast.ts'
import { messageOf } from './form-errors.ts'

type FormEndpoint = Endpoint & { messages: { failed: string } }
type FormSchema = z.core.$ZodType<FieldValues, FieldValues>
type FieldsOf<S extends FormSchema> = S['_zod']['input']

interface ApiFormOptions<S extends FormSchema, E extends FormEndpoint> {
  endpoint: E
  /** The contract's schema of the fields. */
  schema: S
  values?: DefaultValues<FieldsOf<S>>
  /** The field that has the focus at first. */
  focus?: Path<FieldsOf<S>> | undefined
  /** The answer that the form begins with. */
  done?: string | undefined
  /** Where the fields are not the body of the call; undefined where something else keeps them from being sent. */
  send?: (fields: FieldsOf<S>, call: SubmitTools<S>['call']) => Promise<Reply<E> | undefined>
  /** What follows, before the person is answered. */
  onDone?: (reply: Reply<E>, tools: SubmitTools<S>) => unknown
}

interface SubmitTools<S extends FormSchema> {
  fields: FieldsOf<S>
  call: ReturnType<typeof useApi>
  /** Empties the fields, or sets these values. */
  reset(values?: FieldsOf<S>): void
}

/** State of a form that calls the API, to be shown by `ApiForm` (requirements: #form-answers). */
export function useApiForm<S extends FormSchema, E extends FormEndpoint>(options: ApiFormOptions<S, E>) {
  type Values = FieldsOf<S>
  const { endpoint, schema, values, focus, send, onDone } = options
  const call = useApi()
  const { register, handleSubmit, reset, setError, clearErrors, setFocus, formState } = useForm<Values>({
    resolver: zodResolver<Values>(schema),
    ...(values && { defaultValues: values }),
  })
  const { errors, isSubmitting } = formState
  const [done, setDone] = useState(options.done)
  useEffect(() => {
    if (focus) setFocus(focus)
  }, [focus, setFocus])

  const submit = async (fields: Values) => {
    try {
      const reply = await (send ? send(fields, call) : call(endpoint, ...([{ body: fields }] as never)))
      if (reply) await onDone?.(reply, { fields, call, reset })
      const answer = reply && (reply as Reply<E> & { message: string }).message
      setDone(answer)
      if (answer) toast('success', answer)
    } catch (error) {
      showErrors(error, setError, endpoint.messages.failed)
    }
  }
  const messageAt = (name: Path<Values>) => errors[name]?.message as string | undefined
  return {
    onSubmit: handleSubmit(submit),
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

/** A general error is a toast, and in the form too where no field has one (requirements: #messages, #form-answers). */
function showErrors<Values extends FieldValues>(error: unknown, setError: UseFormSetError<Values>, fallback: string) {
  const fields = error instanceof ApiError ? error.fields : []
  for (const [i, { at, message }] of fields.entries())
    setError(at as Path<Values>, { message }, { shouldFocus: i === 0 })
  const text = messageOf(error, fallback)
  if (fields.length === 0) setError('root', { message: text })
  toast('error', text)
}

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
