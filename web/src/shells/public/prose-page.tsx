import type { ReactNode } from 'react'
import { PageHead, type PageHeadProps } from '#shells/page-head.tsx'
import { PublicLayout } from './public-layout.tsx'

interface ArticlePageProps extends PageHeadProps {
  /** Of the article, where it is not the page's title. */
  heading?: string
  children: ReactNode
}

/** A heading, and what stands below it. */
export const ArticlePage = ({ heading, children, ...head }: ArticlePageProps) => (
  <PublicLayout>
    <PageHead {...head} />
    <article className="page-width py-[clamp(24px,5vw,64px)]">
      <h1 className="display max-w-[16ch]">{heading ?? head.title}</h1>
      {children}
    </article>
  </PublicLayout>
)

interface ProsePageProps extends PageHeadProps {
  lead: string
  /** The date of the last change (ISO 8601) and its text, for legal texts. */
  lastChanged?: { on: string; text: string }
  children: ReactNode
}

/** A text page: heading, introduction, and sections of a readable line length. */
export const ProsePage = ({ lead, lastChanged, children, ...head }: ProsePageProps) => (
  <ArticlePage {...head}>
    <p className="mt-5 max-w-[46ch] text-balance text-lg text-soft sm:text-xl">{lead}</p>
    {lastChanged && (
      <p className="mt-4 text-sm text-soft">
        <time dateTime={lastChanged.on}>{lastChanged.text}</time>
      </p>
    )}
    <div className="prose mt-12">{children}</div>
  </ArticlePage>
)

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
