import { pages } from '@vitrine/contract/pages'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { SiteHeader } from '#shells/public/site-header.tsx'

export function AuthLayout({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <SiteHeader>
        <a href={pages.home.href()} className="flex min-h-11 items-center gap-2 text-soft hover:text-ink">
          <ArrowLeft size={18} />
          Back to home
        </a>
      </SiteHeader>
      <main
        id="content"
        tabIndex={-1}
        className="checkerboard-faint grid place-content-center place-items-center p-4 py-10"
      >
        <div className="panel w-full max-w-110 px-6 py-8 sm:px-10 sm:py-10">
          <h1 className="display mb-7 text-[2rem]!">{heading}</h1>
          <noscript>
            <p className="mb-6 text-bad">Signing in needs JavaScript. Searching and downloading work without it.</p>
          </noscript>
          {children}
        </div>
      </main>
    </>
  )
}

export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="mt-5 text-center">
      <a href={href} className="link inline-flex min-h-6 items-center">
        {children}
      </a>
    </p>
  )
}
