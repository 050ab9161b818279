import { errors, jwtVerify, SignJWT } from 'jose'

/** The two kinds of token. A refresh token is never an access token, nor the other way round. */
export type TokenKind = 'access' | 'refresh'

export interface Claims {
  subject: number
  session: string
}

export interface Tokens {
  /** Signs a token that lives `seconds`. */
  issue(kind: TokenKind, claims: Claims, seconds: number): Promise<string>
  /** What a token says, or null when it is not ours, of the other kind, expired or damaged. */
  verify(kind: TokenKind, token: string): Promise<Claims | null>
}

const tokenTypes = { access: 'at+jwt', refresh: 'rt+jwt' } as const
const issuer = 'vitrine'

/** HS256 over a 32-byte key. jose takes shorter keys and tokens without `exp` unless told otherwise, so it is told. */
export function createTokens(key: Uint8Array): Tokens {
  if (key.length < 32) throw new Error('The key that signs tokens must have at least 32 bytes.')
  return {
    issue: (kind, { subject: user, session }, seconds) =>
      new SignJWT({ sid: session })
        .setProtectedHeader({ alg: 'HS256', typ: tokenTypes[kind] })
        .setIssuer(issuer)
        .setAudience(kind)
        .setSubject(String(user))
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(key),

    async verify(kind, token) {
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
