import { type ErrorBody, type ErrorCode, errors } from '@vitrine/contract/errors'

/** An error reply: handlers `throw fail(code)`, and the error handler of the HTTP server sends it. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: ErrorBody['fields']
  /** Seconds, sent as the Retry-After header. */
  readonly retryAfter: number | undefined
  /** What else its reply says in headers. */
  readonly headers: Record<string, string>
  /** Whether the log tells of its cause already: one line for an outage, not one for each request. */
  readonly isReported: boolean

  constructor(code: ErrorCode, details: ErrorDetails) {
    super(details.message ?? errors[code][1], { cause: details.cause })
    this.code = code
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.headers = details.headers ?? {}
    this.isReported = details.isReported ?? false
  }

  get status(): number {
    return errors[this.code][0]
  }

  get body(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) }
  }
}

interface ErrorDetails {
  message?: string
  fields?: ErrorBody['fields']
  retryAfter?: number
  headers?: Record<string, string>
  isReported?: boolean
  /** Logged and never sent. */
  cause?: unknown
}

export const fail = (code: ErrorCode, details: ErrorDetails = {}) => new ApiError(code, details)

/** An error whose message belongs to one field of the form. */
export const fieldError = (code: ErrorCode, at: string, message: string = errors[code][1]) =>
  fail(code, { message, fields: [{ at, message }] })
