import { hydrate, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { AppContext } from '#api/app-context.ts'
import { fetchTransport } from '#api/fetch-transport.ts'
import { createQueryClient, isRetryable } from '#api/query-client.ts'
import { App } from '#app/app.tsx'
import { routeAt, routeTable } from '#app/routes.tsx'
import type { PageState } from './ssr.tsx'

const { answers, site }: PageState = JSON.parse(document.getElementById('state')!.textContent)

const queryClient = createQueryClient({
  gcTime: 60_000,
  retry: (failures, error) => failures < 2 && isRetryable(error),
})
// The page does not say when its answers were had, so that it stays the same; it was just now.
for (const { state } of answers.queries) state.dataUpdatedAt = Date.now()
hydrate(queryClient, answers)

// Not awaited at the top of the module: a page's chunk imports this one, and would wait for it to end.
void hydrateApp()

async function hydrateApp() {
  // Evaluating all this took its time; whoever has clicked meanwhile is served before the rest.
  await new Promise((resolve) => setTimeout(resolve))
  // The page's own chunk first, so that React finds the markup it expects.
  await routeAt(location.pathname)?.preload?.()
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <AppContext value={{ send: fetchTransport, site }}>
            <BrowserRouter>
              <App table={routeTable} />
            </BrowserRouter>
          </AppContext>
        </QueryClientProvider>
      </StrictMode>,
    )
  })
}
