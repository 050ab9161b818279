import type { ErrorBody } from './errors.ts'

/** What was posted by a form without JavaScript and refused; its page is rendered with it. */
export interface FormState {
  /** The address of the page. */
  path: string
  values: Record<string, string>
  message: string
  fields: NonNullable<ErrorBody['fields']>
}
