import { useQuery } from '@tanstack/react-query'
import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { apiClient, publicEndpoint } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { contrastClass, variantUrl } from '#image-card/image-src.ts'
import { messages } from './messages.ts'

const imageBySlug = publicEndpoint<typeof gallery.one>('GET', '/images/:slug/')

/** The image that the message is about, by `?about=` and its slug, which the server's page does not know. */
export function AboutImage() {
  const { send } = useAppContext()
  const { search } = useLocation()
  const [slug, setSlug] = useState('')
  useEffect(() => setSlug(new URLSearchParams(search).get('about') ?? ''), [search])
  const { data } = useQuery({
    queryKey: ['image', slug],
    queryFn: ({ signal }) => apiClient(send, signal)(imageBySlug, { params: { slug }, query: {} }),
    enabled: slug !== '',
    retry: false,
  })
  if (!slug) return null
  const image = data?.image
  return (
    <p className="flex min-h-16 items-center gap-4">
      {image && (
        <img
          src={variantUrl(image, 320)}
          width={64}
          height={64}
          alt=""
          className={`checkerboard size-16 rounded-xl object-contain p-1.5 ${contrastClass(image)}`}
        />
      )}
      <span className="min-w-0">
        <span className="block text-soft text-sm">{messages.about}</span>
        <bdi className="wrap-anywhere font-medium">{image?.title ?? slug}</bdi>
      </span>
    </p>
  )
}
