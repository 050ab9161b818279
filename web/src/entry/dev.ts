/** Development entry: Vite's client and React's refresh hook as modules, since pages allow no inline scripts. */
// @ts-expect-error served by Vite
import '/@vite/client'
import '#styles/main.css'

// @ts-expect-error served by Vite
const { injectIntoGlobalHook } = await import('/@react-refresh')
injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
await import('./hydrate.tsx')
