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
export function deliveryUrl(settings: DeliverySettings, cdn_id: string): string {
  const { images_domain } = settings
  const folder = images_domain === 'imagedelivery.net' ? '' : '/cdn-cgi/imagedelivery'
  return `https://${images_domain}${folder}${deliveryPath(settings, cdn_id)}`
}

/** Its path at Cloudflare's own host. */
export const deliveryPath = ({ account_hash, own_sizes }: Omit<DeliverySettings, 'images_domain'>, cdn_id: string) =>
  `/${account_hash}/${cdn_id}/${own_sizes ? variantName(640) : 'public'}`
