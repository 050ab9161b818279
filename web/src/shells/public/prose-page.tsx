import type { ReactNode } from 'react'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from './public-layout.tsx'

interface ProsePageProps {
  title: string
  description: string
  path: string
  /** What the page says first, in larger letters. */
  lead: string
  /** When its words last changed, for pages that one may have to go back to. */
  lastChanged?: LastChanged
  children: ReactNode
}

interface LastChanged {
  /** ISO 8601. */
  on: string
  text: string
}

/** A page to be read: one heading, a lead, sections at a width that eyes can follow. */
export function ProsePage({ title, description, path, lead, lastChanged: changed, children }: ProsePageProps) {
  return (
    <PublicLayout>
      <PageHead title={title} description={description} path={path} />
      <article className="page-width py-[clamp(24px,5vw,64px)]">
        <h1 className="display max-w-[16ch]">{title}</h1>
        <p className="mt-5 max-w-[46ch] text-balance text-lg text-soft sm:text-xl">{lead}</p>
        {changed && (
          <p className="mt-4 text-sm text-soft">
            <time dateTime={changed.on}>{changed.text}</time>
          </p>
        )}
        <div className="prose mt-12">{children}</div>
      </article>
    </PublicLayout>
  )
}

/** A heading and its paragraphs; `id` makes it an address of its own. */
export function Section({ id, heading, children }: { id?: string; heading: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-6">
      <h2 className="heading">{heading}</h2>
      <div>{children}</div>
    </section>
  )
}

/** Texts as paragraphs. */
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
