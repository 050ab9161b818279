import { hydrate, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { browserSend } from './browser-send.ts'
import { answerCache, passing } from './cache.ts'
import { routeOf, table } from './routes.tsx'
import type { PageState } from './server.tsx'
import { SurroundingsContext } from './surroundings.ts'

const { answers, site }: PageState = JSON.parse(document.getElementById('state')!.textContent)

const cache = answerCache({ gcTime: 60_000, retry: (failures, error) => failures < 2 && passing(error) })
// The page does not say when its answers were had, so that it stays the same; it was just now.
for (const { state } of answers.queries) state.dataUpdatedAt = Date.now()
hydrate(cache, answers)

// Not awaited at the top of the module: a page's chunk imports this one, and would wait for it to end.
void comeAlive()

async function comeAlive() {
  // Evaluating all this took its time; whoever has clicked meanwhile is served before the rest.
  await new Promise((resolve) => setTimeout(resolve))
  // The page's own chunk first, so that React finds the markup it expects.
  await routeOf(location.pathname)?.ready?.()
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <QueryClientProvider client={cache}>
          <SurroundingsContext value={{ send: browserSend, site }}>
            <BrowserRouter>
              <App table={table} />
            </BrowserRouter>
          </SurroundingsContext>
        </QueryClientProvider>
      </StrictMode>,
    )
  })
}
