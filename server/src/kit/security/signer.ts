import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs texts with HMAC-SHA256, such as those of a signed URL. */
export type Signer = ReturnType<typeof createSigner>

export function createSigner(key: Uint8Array, bytes = 32) {
  const sign = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, bytes).toString('base64url')
  return {
    sign,
    verify(text: string, signature: string) {
      const [expected, given] = [Buffer.from(sign(text)), Buffer.from(signature)]
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
