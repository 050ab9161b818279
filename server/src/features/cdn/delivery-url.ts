interface DeliverySettings {
  account_hash: string
  images_domain: string
  own_sizes: boolean
}

/** The service's name of one of our sizes: letters and digits are all that it takes. */
export const variantName = (side: number) => `vitrine${side}`

/**
 * Where visitors see a picture that the service holds: at its own host, or at a domain of the same account, which needs no
 * set-up there but has the pictures below a folder.
 */
export function deliveryUrl({ account_hash, images_domain, own_sizes }: DeliverySettings, cdn_id: string): string {
  const folder = images_domain === 'imagedelivery.net' ? '' : '/cdn-cgi/imagedelivery'
  return `https://${images_domain}${folder}/${account_hash}/${cdn_id}/${own_sizes ? variantName(640) : 'public'}`
}
