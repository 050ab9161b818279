import { useQuery } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import { useAppContext } from '#api/app-context.ts'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { Loading } from '#ui/loading.tsx'
import { messages as shared } from '#ui/messages.ts'
import { ApiCall } from './api-call.tsx'
import { messages } from './messages.ts'
import { type OpenApi, openApiPath, openApiQuery } from './open-api.ts'

/** Every endpoint by group, rendered from the OpenAPI document. */
export function ApiDocsPage() {
  const { send } = useAppContext()
  const { data, error } = useQuery(openApiQuery(send))
  if (data) return <ApiReference api={data} />
  if (!error) return <Loading />
  return (
    <PublicLayout>
      <PageHead title={messages.title} />
      <div className="page-width">
        <CheckerboardPanel>
          <h1 className="heading">{messages.failed}</h1>
          <a className="button main mt-6" href={pages.apiDocs.href()}>
            {shared.tryAgain}
          </a>
        </CheckerboardPanel>
      </div>
    </PublicLayout>
  )
}

function ApiReference({ api }: { api: OpenApi }) {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const server = api.servers[0]?.url ?? ''
  return (
    <PublicLayout>
      <PageHead title={messages.title} description={messages.description} path={pages.apiDocs.href()} />
      <div className="page-width grid gap-x-14 py-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="lg:col-start-2">
          <h1 className="display text-[clamp(2rem,5vw,3.5rem)]!">{api.info.title}</h1>
          <p className="mt-3 text-base text-soft">{api.info.description}</p>
          <p className="mt-1 text-base text-soft">{messages.intro}</p>
          <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
            <code className="font-mono text-sm wrap-anywhere">{server}</code>
            <a className="link py-1" href={openApiPath}>
              {messages.openApiLink}
            </a>
          </p>
        </div>
        <nav
          aria-label={messages.groups}
          className="mt-8 flex gap-2 self-start max-lg:flex-wrap lg:sticky lg:top-6 lg:mt-14 lg:flex-col"
        >
          {api.tags.map(({ name }) => (
            <a
              key={name}
              href={`#${name}`}
              className="rounded-xl px-3 py-2 text-soft capitalize hover:bg-raise hover:text-ink"
            >
              {name}
            </a>
          ))}
        </nav>
        <div className="grid min-w-0 gap-14 pt-8 lg:pt-14">
          {api.tags.map(({ name }) => (
            <section key={name} aria-labelledby={name} className="grid min-w-0 gap-4">
              <h2 id={name} className="heading scroll-mt-6 capitalize">
                {name}
              </h2>
              {calls
                .filter(({ operation }) => operation.tags.includes(name))
                .map((call) => (
                  <ApiCall key={call.operation.operationId} server={server} {...call} />
                ))}
            </section>
          ))}
        </div>
      </div>
    </PublicLayout>
  )
}
