import { useQuery } from '@tanstack/react-query'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { endpointPath } from '@vitrine/contract/endpoint'
import { backOfficeHref } from '@vitrine/contract/pages'
import { type ReportVerb, reportVerbs } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { useUser } from '#api/back-office.ts'
import { pageParam, queryString } from '#api/query-string.ts'
import { useKeymap } from '#ui/back-office/keys.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { useObjectUrl } from '#ui/back-office/object-url.ts'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { useListedImage } from '../image-manager/image-list-query.ts'
import { Stage } from '../stage/stage.tsx'
import { Action, StageStrip } from '../stage/stage-controls.tsx'
import type { StageImage } from '../stage/stage-picture.tsx'
import { DecisionDialog, isDanger } from './decision-dialog.tsx'
import { messages, verbKeys } from './messages.ts'
import { ReportFacts } from './report-details.tsx'
import { type QueueList, type ReportedImage, reportsHref, useReportQueue } from './use-report-queue.ts'

/** Pictures with open reports, one by one on the stage (requirements: #reports). */
export function ReportsPage({ title }: { title: string }) {
  const user = useUser()
  const list = listOf(useSearchParams()[0])
  const { query, images, count, current, index, move, decide } = useReportQueue(list)
  const [question, setQuestion] = useState<{ image: ReportedImage; verb: ReportVerb } | null>(null)
  const { image, managed, empty } = usePicture(current)
  const [drawnId, setDrawnId] = useState<string | null>(null)
  const verbs = current ? reportVerbs.filter((verb) => canChoose(verb, current)) : []
  const ask = (verb: ReportVerb) => current && setQuestion({ image: current, verb })
  useKeymap(
    'stage',
    reportVerbs.map((verb) => ({
      keys: [verbKeys[verb]],
      does: messages.verb[verb],
      run: verbs.includes(verb) ? () => ask(verb) : undefined,
    })),
  )
  return (
    <div className="review">
      <h1 className="sr-only">{title}</h1>
      <StageStrip {...{ index, move }} label="Reported pictures" total={count}>
        <ListedAlone {...list} />
        <div className="ml-auto flex gap-1">
          <a className="button small" href={reportsHref(user, { taken_down: '1' })}>
            Taken down
          </a>
          <a className="button small" href={backOfficeHref(user, 'audit') + queryString({ what: 'upload refused' })}>
            Refused uploads
          </a>
        </div>
      </StageStrip>
      <p role="status" className="sr-only">
        {current &&
          messages.nowShowing(current.title, images.indexOf(current) + 1, images.length, messages.waiting(current))}
      </p>
      {current ? (
        <Stage
          {...{ image, empty, move }}
          judged={image}
          next={[]}
          isDrawn={image !== undefined && drawnId === image.cloudflare_id}
          onDrawn={setDrawnId}
          facts={<ReportFacts key={current.id} managed={managed} image={current} />}
          actions={
            verbs.length > 0 &&
            verbs.map((verb) => (
              <Action
                key={verb}
                name={messages.verb[verb]}
                shortcut={verbKeys[verb].toUpperCase()}
                className={isDanger(verb) ? 'reject' : verb === 'keep' || verb === 'reinstate' ? 'main' : ''}
                onPress={() => ask(verb)}
              />
            ))
          }
        />
      ) : (
        <div className="review-over">
          <LoadState query={query} failed={messages.failed}>
            {() => <NoReports {...list} />}
          </LoadState>
        </div>
      )}
      {question && (
        <DecisionDialog
          {...question}
          onDecide={(decision) => void decide(question.image, decision)}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  )
}

/** What is in the trash cannot be hidden, and what is taken down is reinstated, or kept down after a counter-notice. */
function canChoose(verb: ReportVerb, image: ReportedImage): boolean {
  const { count, is_withheld, is_deleted, is_taken_down, counter_notice } = image
  if (verb === 'reinstate') return is_taken_down
  if (verb === 'keep_down') return counter_notice !== null
  if (verb === 'take_down') return count > 0
  return count > 0 && !is_taken_down && (verb !== 'hide' || !(is_withheld || is_deleted))
}

const listOf = (search: URLSearchParams): QueueList => ({
  page: pageParam(search),
  username: search.get('username') ?? '',
  image: Number(search.get('image')) || undefined,
  taken_down: search.has('taken_down') ? '1' : undefined,
})

/** The picture by its previews, until the lists have answered; what was taken down has none, and is in no list. */
function usePicture(reported: ReportedImage | undefined) {
  const { send } = useAppContext()
  const id = reported?.id ?? 0
  const isTakenDown = reported?.is_taken_down ?? false
  const managed = useListedImage('total', id, reported !== undefined && !reported.is_deleted) ?? undefined
  // What was taken down is forgotten with the line that shows it.
  const original = useQuery({
    queryKey: ['picture taken down', id],
    async queryFn({ signal }) {
      const response = await send({ method: 'GET', path: endpointPath(reportQueue.picture, { id }), signal })
      if (!response.file) throw new ApiError(response)
      return response.file
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: isTakenDown,
  })
  const originalUrl = useObjectUrl(original.data)
  const url = isTakenDown ? originalUrl : reported?.cloudflare_url
  const image: StageImage | undefined = managed ?? (reported && url ? { ...reported, ...bare(url) } : undefined)
  return { image, managed, empty: original.isError ? 'The picture could not be loaded.' : undefined }
}

/** Of a picture of which only an address is known. */
const bare = (url: string) => ({
  cloudflare_id: url,
  cloudflare_url: url,
  main_url: url,
  colour: null,
  clear_share: 1,
  soft_share: 0,
  findings: null,
  overruled: [],
})

const NoReports = ({ image, taken_down }: QueueList) => (
  <CheckerboardPanel>
    <p className="heading">{image ? 'This picture is not here any more.' : 'No reports.'}</p>
    {!image && !taken_down && <p className="mt-2 text-soft">{messages.noneHint}</p>}
  </CheckerboardPanel>
)

/** Whose reports alone are listed, and the way to all. */
function ListedAlone({ username, image, taken_down }: QueueList) {
  const user = useUser()
  if (!username && !image && !taken_down) return null
  return (
    <p className="flex gap-x-4 text-sm">
      {taken_down && messages.onlyTakenDown} {image && 'One picture alone.'} {username && `Of ${username} alone.`}
      <a className="link" href={backOfficeHref(user, 'reports')}>
        Show those of all
      </a>
    </p>
  )
}
