import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { type SearchState, searchHref } from '#search/image-search.ts'
import { Button } from '#ui/button.tsx'
import { scrollToTop } from '#ui/smooth-scroll.ts'
import { fetchTags, firstTagsQuery } from './tags-query.ts'

/** Tags with their number of images, the most used first: 30, then 30 more at a time (requirements: #tag-cloud). */
export function TrendingTags({ search }: { search: SearchState }) {
  const { send } = useAppContext()
  const { data: first } = useQuery(firstTagsQuery(send))
  /** The steps after the first one. */
  const [later, setLater] = useState<Step[]>([])
  if (!first?.tags.length) return null
  const steps = [first, ...later]
  const tags = steps.flatMap((step) => step.tags)
  const showMore = () =>
    fetchTags(send, tags.at(-1)!.id).then(
      (step) => setLater([...later, step]),
      () => {}, // the button stays for another try
    )
  return (
    <section aria-labelledby="tags" className="page-width mt-16">
      <h2 id="tags" className="heading mb-4">
        Trending Tags Today
      </h2>
      <ul className="chips flex-wrap">
        {tags.map(({ id, name, count }) => (
          <li key={id}>
            <a
              className="chip as-typed"
              dir="auto"
              href={searchHref({ keyword: name })}
              onClick={scrollToTop}
              aria-current={name.toLowerCase() === search.keyword.toLowerCase() ? 'true' : undefined}
            >
              {name} <small>{count}</small>
            </a>
          </li>
        ))}
      </ul>
      {steps.at(-1)!.hasMore && <Button className="scripted mt-5" onClick={showMore} text="Show More" />}
    </section>
  )
}

type Step = Awaited<ReturnType<typeof fetchTags>>
