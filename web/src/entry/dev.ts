/** The development entry: Vite's client and React's refresh hook as modules, since the page allows no inline script. */
// @ts-expect-error served by Vite
import '/@vite/client'
import '#styles/main.css'

// @ts-expect-error served by Vite
const { injectIntoGlobalHook } = await import('/@react-refresh')
injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
await import('./hydrate.tsx')
