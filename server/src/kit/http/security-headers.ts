/** Of every response. Pages need neither nonce nor 'unsafe-inline': their state is JSON, their styles are a file. */
export const securityHeaders = (site: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Only where the site is reached over https, and without includeSubDomains: other hosts may not be ours.
  ...(site.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

/** Of pages; `imgSrcHosts` are added to 'self' in img-src. */
export const pageContentSecurityPolicy = (imgSrcHosts: string[] = []) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    imgSrc(imgSrcHosts),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

/** In development Vite inlines style sheets and uses a WebSocket. */
export const developmentContentSecurityPolicy = (imgSrcHosts: string[] = []) =>
  [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    imgSrc(imgSrcHosts),
    "connect-src 'self' ws:",
    "frame-ancestors 'none'",
  ].join('; ')

const imgSrc = (hosts: string[]) => ["img-src 'self' data: blob:", ...hosts.map((host) => `https://${host}`)].join(' ')

/** Of uploaded files: their content can neither run scripts nor load anything. */
export const fileContentSecurityPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"
