import { type RefusalCode, type RefusalParams, refusalMessage } from '@vitrine/contract/vocabulary/refusals'

/** An uploaded file that is rejected; `message` is the contract's sentence for `code`, shown to the contributor. */
export class RejectedFile extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
  }
}

/** Builds the rejection; the compiler demands exactly the parameters that the sentence of `code` names. */
export function rejectedFile<Code extends RefusalCode>(
  code: Code,
  ...params: keyof RefusalParams<Code> extends never ? [] : [RefusalParams<Code>]
): RejectedFile {
  return new RejectedFile(code, refusalMessage(code, params[0] ?? ({} as RefusalParams<Code>)))
}
