import type { ReactNode } from 'react'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from './public-layout.tsx'

interface ProsePageProps {
  title: string
  description: string
  path: string
  lead: string
  /** The date of the last change, for legal texts. */
  lastChanged?: LastChanged
  children: ReactNode
}

interface LastChanged {
  /** ISO 8601. */
  on: string
  text: string
}

/** A text page: heading, introduction, and sections of a readable line length. */
export function ProsePage({ title, description, path, lead, lastChanged, children }: ProsePageProps) {
  return (
    <PublicLayout>
      <PageHead title={title} description={description} path={path} />
      <article className="page-width py-[clamp(24px,5vw,64px)]">
        <h1 className="display max-w-[16ch]">{title}</h1>
        <p className="mt-5 max-w-[46ch] text-balance text-lg text-soft sm:text-xl">{lead}</p>
        {lastChanged && (
          <p className="mt-4 text-sm text-soft">
            <time dateTime={lastChanged.on}>{lastChanged.text}</time>
          </p>
        )}
        <div className="prose mt-12">{children}</div>
      </article>
    </PublicLayout>
  )
}

/** A heading and its paragraphs; `id` makes it the target of links. */
export function Section({ id, heading, children }: { id?: string; heading: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-6">
      <h2 className="heading">{heading}</h2>
      <div>{children}</div>
    </section>
  )
}

export function Paragraphs({ of }: { of: readonly string[] }) {
  return of.map((text) => <p key={text}>{text}</p>)
}

export function Bullets({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {of.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
