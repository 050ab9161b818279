import { errors, jwtVerify, SignJWT } from 'jose'

/** A refresh token is not accepted as an access token, nor the other way round. */
type TokenKind = 'access' | 'refresh'

interface Claims {
  /** The `sub` claim. */
  subject: number
  /** The `sid` claim. */
  session: string
}

export type Tokens = ReturnType<typeof createTokens>

const tokenTypes = { access: 'at+jwt', refresh: 'rt+jwt' } as const
const issuer = 'vitrine'

/** HS256 with a 32-byte key. The key's length and the `exp` claim are required here, because jose requires neither. */
export function createTokens(key: Uint8Array) {
  if (key.length < 32) throw new Error('The key that signs tokens must have at least 32 bytes.')
  return {
    issue: (kind: TokenKind, { subject, session }: Claims, seconds: number) =>
      new SignJWT({ sid: session })
        .setProtectedHeader({ alg: 'HS256', typ: tokenTypes[kind] })
        .setIssuer(issuer)
        .setAudience(kind)
        .setSubject(String(subject))
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(key),

    /** The claims of a valid token; null when it has another issuer or kind, is expired or damaged. */
    async verify(kind: TokenKind, token: string): Promise<Claims | null> {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: tokenTypes[kind],
          issuer,
          audience: kind,
          requiredClaims: ['exp', 'iat', 'sub', 'sid'],
          clockTolerance: 5,
        })
        return { subject: Number(payload.sub), session: String(payload.sid) }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
