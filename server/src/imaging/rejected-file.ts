import { type RefusalCode, type RefusalParams, refusalMessage } from '@vitrine/contract/vocabulary/refusals'

/** A file that is not taken. `message` is the contract's sentence for `code`, meant for the contributor. */
export class RejectedFile extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
  }
}

/** The refusal of this code; the compiler asks for exactly the facts that its sentence names. */
export function rejectedFile<Code extends RefusalCode>(
  code: Code,
  ...facts: keyof RefusalParams<Code> extends never ? [] : [RefusalParams<Code>]
): RejectedFile {
  return new RejectedFile(code, refusalMessage(code, facts[0] ?? ({} as RefusalParams<Code>)))
}
