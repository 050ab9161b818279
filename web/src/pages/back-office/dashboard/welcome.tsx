import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import Upload from 'lucide-react/icons/upload'
import { messages } from './messages.ts'

/** The first step of someone without images, and what will happen to them. */
export function Welcome({ user }: { user: SignedInUser }) {
  return (
    <section className="panel mt-3 px-6 py-7 sm:px-9">
      <h2 className="heading">{messages.welcome}</h2>
      <ol className="mt-4 grid gap-x-8 gap-y-4 md:grid-cols-3">
        {messages.steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3.5">
            <span aria-hidden="true" className="font-[680] text-2xl text-soft tabular-nums leading-tight">
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-pretty text-soft text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <a href={backOfficeHref(user, 'upload')} className="button main mt-6">
        <Upload aria-hidden="true" size={17} />
        {messages.firstUpload}
      </a>
    </section>
  )
}
