interface DeliverySettings {
  account_hash: string
  images_domain: string
  own_sizes: boolean
}

/** Where Cloudflare delivers the images of every account. */
export const cloudflareHost = 'imagedelivery.net'

/** The name of one of our sizes at Cloudflare, where variant names allow letters and digits only. */
export const variantName = (side: number) => `vitrine${side}`

/**
 * The URL at which Cloudflare delivers a copy: at its own host, or at a domain of the same account, which needs no
 * set-up there but serves images below a path prefix.
 */
export const deliveryUrl = (settings: DeliverySettings, cdn_id: string) =>
  `https://${settings.images_domain}${deliveryPath(settings, cdn_id)}`

/** Its path at this host. */
export function deliveryPath({ images_domain, account_hash, own_sizes }: DeliverySettings, cdn_id: string): string {
  const folder = images_domain === cloudflareHost ? '' : '/cdn-cgi/imagedelivery'
  return `${folder}/${account_hash}/${cdn_id}/${own_sizes ? variantName(640) : 'public'}`
}
