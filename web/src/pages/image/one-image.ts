import { queryOptions } from '@tanstack/react-query'
import { imageBySlug } from '../../bare-calls.ts'
import { caller, type Send } from '../../call.ts'

/** One image and others like it. */
export function oneImage(send: Send, slug: string) {
  return queryOptions({
    queryKey: ['image', slug],
    queryFn: () => caller(send)(imageBySlug, { params: { slug }, query: {} }),
  })
}
