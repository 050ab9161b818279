import { hydrate, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { AppContext } from '#api/app-context.ts'
import { fetchTransport } from '#api/fetch-transport.ts'
import { createQueryClient, isRetryable } from '#api/query-client.ts'
import { App } from '#app/app.tsx'
import { routeAt, routeTable } from '#app/routes.tsx'
import { keepTyped } from './keep-typed.ts'
import type { PageState } from './ssr.tsx'

const { answers, site, form }: PageState = JSON.parse(document.getElementById('state')!.textContent)

const queryClient = createQueryClient({
  gcTime: 60_000,
  retry: (failures, error) => failures < 2 && isRetryable(error),
})
// The page carries no timestamps, so that its bytes stay the same; the data counts as fetched now.
for (const { state } of answers.queries) state.dataUpdatedAt = Date.now()
hydrate(queryClient, answers)

/** Keys of an input method are its own (UI Events, 5.6.5); Safari tells them by the code 229 alone. */
document.addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopPropagation()
  },
  true,
)

// No top-level await: the chunks of pages import this module and would wait for it.
void hydrateApp()

async function hydrateApp() {
  // Yields to the events that arrived while the module was evaluated.
  await new Promise((resolve) => setTimeout(resolve))
  // With the page's own chunk loaded, React renders the markup that it finds.
  await routeAt(location.pathname)
    ?.preload?.()
    .catch(() => {}) // repeated by the page, which shows the error
  const onRecoverableError = keepTyped()
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <AppContext value={{ send: fetchTransport, site, form }}>
            <BrowserRouter>
              <App table={routeTable} />
            </BrowserRouter>
          </AppContext>
        </QueryClientProvider>
      </StrictMode>,
      { onRecoverableError },
    )
  })
  if (site.has_search_log) (await import('#search/search-beacon.ts')).reportSearches(queryClient)
}
