import { type RefusalCode, type RefusalParams, refusalMessage } from '@vitrine/contract/vocabulary/refusals'

/** An uploaded file that is refused; `message` is the contract's sentence for `code`, shown to the contributor. */
export class RefusedFile extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'RefusedFile'
    this.code = code
  }
}

/** Builds the refusal; the compiler demands exactly the parameters that the sentence of `code` names. */
export function refusedFile<Code extends RefusalCode>(
  code: Code,
  ...params: keyof RefusalParams<Code> extends never ? [] : [RefusalParams<Code>]
): RefusedFile {
  return new RefusedFile(code, refusalMessage(code, params[0] ?? ({} as RefusalParams<Code>)))
}
