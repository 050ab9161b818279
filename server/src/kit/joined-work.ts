interface Joined<T> {
  result: Promise<T>
  participants: number
  controller: AbortController
}

/** Runs work once for all who ask for the same key meanwhile, and aborts it when the last of them has gone. */
export function createJoinedWork<T>() {
  const running = new Map<string, Joined<T>>()

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Joined<T> {
    const controller = new AbortController()
    const forget = () => {
      if (running.get(key) === joined) running.delete(key)
    }
    const joined = { participants: 0, controller, result: work(controller.signal).finally(forget) }
    running.set(key, joined)
    return joined
  }

  return {
    get size() {
      return running.size
    },
    has: (key: string) => running.has(key),
    /** `signal` says when this one has gone; `work` is called when no other participant waits for the key yet. */
    async join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const joined = running.get(key) ?? begin(key, work)
      joined.participants++
      const leave = () => {
        if (--joined.participants > 0) return
        running.delete(key) // a later participant starts the work again
        joined.controller.abort(signal.reason)
      }
      signal.addEventListener('abort', leave)
      if (signal.aborted) leave()
      return joined.result.finally(() => signal.removeEventListener('abort', leave))
    },
  }
}
