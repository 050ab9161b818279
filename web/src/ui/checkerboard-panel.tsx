import type { ReactNode } from 'react'

/** An empty or failed state: a panel on a bold checkerboard. */
export function CheckerboardPanel({ children }: { children: ReactNode }) {
  return (
    <div className="checkerboard-bold grid min-h-110 place-items-center overflow-clip rounded-3xl p-4 sm:p-10">
      <div className="glass grid max-w-xl justify-items-center rounded-3xl px-6 py-8 text-center sm:px-12 sm:py-11">
        {children}
      </div>
    </div>
  )
}
