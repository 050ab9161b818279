import type { Role } from './vocabulary/roles.ts'

/** The person behind a request's access token or API key, read from the database for each request. */
export interface Caller {
  id: number
  username: string
  role: Role
  is_block: boolean
  email: string
  /** Calls with the access `confirmed` are refused until the e-mail address is confirmed. */
  must_confirm_email: boolean
  /** The version of the terms that they have agreed to; calls with the access `confirmed` need the present one. */
  terms_version: number
  /** Id of the session that the access token belongs to; null for an API key, whose owner acts as a contributor. */
  session: string | null
  /** Of an API key that is past its time: it is refused, and the refusal says why. */
  is_key_expired: boolean
}

/** A blocked person is answered like a visitor, wherever a call is open to anyone. */
export const isSignedIn = (caller: Caller | null): caller is Caller => caller !== null && !caller.is_block
