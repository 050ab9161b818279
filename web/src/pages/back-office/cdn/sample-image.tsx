import { useEffect, useState } from 'react'
import { SmallButton } from '#ui/button.tsx'
import { messages } from './messages.ts'

/**
 * One image from the CDN domain, loaded by the admin's browser, since only a browser can test the domain. A page loaded
 * before the domain was saved has a Content-Security-Policy without it, which is reported separately.
 */
export function SampleImage({ url }: { url: string }) {
  const [failure, setFailure] = useState<'not loaded' | 'blocked' | null>(null)
  const domain = new URL(url).host

  useEffect(() => {
    const report = ({ blockedURI }: SecurityPolicyViolationEvent) => url.startsWith(blockedURI) && setFailure('blocked')
    document.addEventListener('securitypolicyviolation', report)
    return () => document.removeEventListener('securitypolicyviolation', report)
  }, [url])

  if (failure === 'blocked')
    return (
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-pretty text-soft text-sm">{messages.blockedByPolicy(domain)}</p>
        <SmallButton onClick={() => location.reload()} text={messages.reload} />
      </div>
    )
  if (failure)
    return (
      <p role="alert" className="text-pretty text-bad wrap-break-word">
        {messages.sampleMissing(domain)}
      </p>
    )
  return (
    <figure className="flex items-center gap-4">
      <img
        className="checkerboard size-24 shrink-0 rounded-2xl object-contain p-2"
        src={url}
        alt={messages.sample}
        width={96}
        height={96}
        onError={() => setFailure((known) => known ?? 'not loaded')}
      />
      <figcaption className="min-w-0 text-pretty text-soft text-sm wrap-break-word">
        {messages.sampleCaption(domain)}
      </figcaption>
    </figure>
  )
}
