import { useEffect, useState } from 'react'
import { messages } from './messages.ts'

/**
 * One picture from there, fetched by the admin's own browser: nobody else can tell whether the domain works. A page that was
 * loaded before the domain was entered may not ask it for pictures: that is no fault of the domain's.
 */
export function SampleImage({ address }: { address: string }) {
  const [trouble, setTrouble] = useState<'missing' | 'barred' | null>(null)
  const domain = new URL(address).host

  useEffect(() => {
    const bar = ({ blockedURI }: SecurityPolicyViolationEvent) => address.startsWith(blockedURI) && setTrouble('barred')
    document.addEventListener('securitypolicyviolation', bar)
    return () => document.removeEventListener('securitypolicyviolation', bar)
  }, [address])

  if (trouble === 'barred')
    return (
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-pretty text-soft text-sm">{messages.blockedByPolicy(domain)}</p>
        <button type="button" className="button small" onClick={() => location.reload()}>
          {messages.reload}
        </button>
      </div>
    )
  if (trouble)
    return (
      <p role="alert" className="text-pretty text-bad wrap-break-word">
        {messages.sampleMissing(domain)}
      </p>
    )
  return (
    <figure className="flex items-center gap-4">
      <img
        className="checkerboard size-24 shrink-0 rounded-2xl object-contain p-2"
        src={address}
        alt={messages.sample}
        width={96}
        height={96}
        onError={() => setTrouble((known) => known ?? 'missing')}
      />
      <figcaption className="min-w-0 text-pretty text-soft text-sm wrap-break-word">
        {messages.sampleCaption(domain)}
      </figcaption>
    </figure>
  )
}
