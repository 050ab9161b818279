interface DeliverySettings {
  account_hash: string
  images_domain: string
  own_sizes: boolean
}

/** The name of one of our sizes at Cloudflare, where variant names allow letters and digits only. */
export const variantName = (side: number) => `vitrine${side}`

/**
 * The URL at which Cloudflare delivers a copy: at its own host, or at a domain of the same account, which needs no
 * set-up there but serves images below a path prefix.
 */
export function deliveryUrl({ account_hash, images_domain, own_sizes }: DeliverySettings, cdn_id: string): string {
  const folder = images_domain === 'imagedelivery.net' ? '' : '/cdn-cgi/imagedelivery'
  return `https://${images_domain}${folder}/${account_hash}/${cdn_id}/${own_sizes ? variantName(640) : 'public'}`
}
