interface DeliverySettings {
  account_hash: string
  images_domain: string
}

/** Where Cloudflare delivers the images of every account. */
const cloudflareHost = 'imagedelivery.net'

/** The name of one of our sizes at Cloudflare, where variant names allow letters and digits only. */
export const variantName = (side: number) => `vitrine${side}`

/**
 * The URL at which Cloudflare delivers a copy: at its own host, or at a domain of the same account, which needs no
 * set-up there but serves images below a path prefix.
 */
export function deliveryUrl({ images_domain, account_hash }: DeliverySettings, cdn_id: string): string {
  const folder = images_domain === cloudflareHost ? '' : '/cdn-cgi/imagedelivery'
  return `https://${images_domain}${folder}/${account_hash}/${cdn_id}/${variantName(640)}`
}
