interface PendingRequest<Item, Answer> {
  item: Item
  resolve: (answer: Answer | undefined) => void
}

/** Milliseconds for more to come. */
const collectMs = 300

/**
 * Collects what is asked one by one into questions about `most` at a time; the next one waits for the answer to this one.
 * A question that fails has no answers, and is not asked again.
 */
export function batchRequests<Item, Answer>(most: number, ask: (items: Item[]) => Promise<(Answer | undefined)[]>) {
  const waiting: PendingRequest<Item, Answer>[] = []
  let isAsking = false

  const next = async () => {
    if (isAsking || !waiting.length) return
    isAsking = true
    if (waiting.length < most) await new Promise((resolve) => setTimeout(resolve, collectMs))
    const now = waiting.splice(0, most)
    const answers = await ask(now.map(({ item }) => item)).catch(() => [])
    for (const [at, { resolve }] of now.entries()) resolve(answers[at])
    isAsking = false
    void next()
  }

  return (item: Item) =>
    new Promise<Answer | undefined>((resolve) => {
      waiting.push({ item, resolve })
      void next()
    })
}
