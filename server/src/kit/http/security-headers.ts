/**
 * Security headers, as plain tables: one object is added to every answer, which costs nothing on the hot path.
 * The pages need neither a nonce nor 'unsafe-inline': their state is `application/json`, their styles are a file.
 */
export function securityHeaders(site: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // Only where the site is reached over https. Other hosts below its name are not ours to speak for.
    ...(site.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** For pages, whose pictures may come from these hosts too. */
export const pageContentSecurityPolicy = (imageHosts: string[] = []) =>
  formatDirectives({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': imgSrc(imageHosts),
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
  })

/** In development Vite puts style sheets into the page and talks over a socket. */
export const developmentContentSecurityPolicy = (imageHosts: string[] = []) =>
  formatDirectives({
    'default-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': imgSrc(imageHosts),
    'connect-src': "'self' ws:",
    'frame-ancestors': "'none'",
  })

const imgSrc = (hosts: string[]) => ["'self' data: blob:", ...hosts.map((host) => `https://${host}`)].join(' ')

/** For files that people uploaded: whatever is in them, it runs nowhere and loads nothing. */
export const fileContentSecurityPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

function formatDirectives(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
