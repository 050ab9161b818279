import type { LoggedQuestion } from '@vitrine/contract/calls/visitors/search'
import { useId } from 'react'
import { searchHref } from '#search/image-search.ts'
import { messages } from './messages.ts'

interface QuestionListProps {
  heading: string
  questions: LoggedQuestion[]
  /** Shown without a question. */
  empty: string
  onAddSynonym: (said: string) => void
}

/** Questions by how often they were asked; one that its own words do not answer can be made a synonym. */
export function QuestionList({ heading, questions, empty, onAddSynonym }: QuestionListProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1 font-semibold">
        {heading}
      </h3>
      {questions.length === 0 && <p className="mt-2 text-soft">{empty}</p>}
      <ol>
        {questions.map((one) => (
          <Question key={one.question} logged={one} onAddSynonym={onAddSynonym} />
        ))}
      </ol>
    </section>
  )
}

function Question({ logged, onAddSynonym }: { logged: LoggedQuestion } & Pick<QuestionListProps, 'onAddSynonym'>) {
  const { question, images, is_corrected } = logged
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <a
          className="link wrap-anywhere inline-block min-h-6 font-medium text-base"
          href={searchHref({ title: question })}
          title={messages.searchFor(question)}
        >
          {question}
        </a>
        <p className="text-soft tabular-nums">{messages.timesAndFound(logged)}</p>
        {images > 0 && <p className="text-soft tabular-nums">{messages.openedPlaces(logged)}</p>}
      </div>
      {(images === 0 || is_corrected) && (
        <button
          type="button"
          className="button small"
          aria-label={messages.addForQuestion(question)}
          onClick={() => onAddSynonym(question)}
        >
          {messages.addFor}
        </button>
      )}
    </li>
  )
}
