import { type ErrorBody, type ErrorCode, errors } from '@vitrine/contract/errors'

/** An answer that is an error: thrown by handlers with `throw fail('image_not_found')`, sent by the one error handler. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: ErrorBody['fields']
  /** Seconds, for the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, more: ErrorDetails) {
    super(more.message ?? errors[code][1], { cause: more.cause })
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
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
  /** For the log alone. */
  cause?: unknown
}

export const fail = (code: ErrorCode, more: ErrorDetails = {}) => new ApiError(code, more)
