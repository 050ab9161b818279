interface PendingRequest<Item, Answer> {
  item: Item
  resolve: (answer: Answer | undefined) => void
}

/** Milliseconds to wait for more items. */
const collectMs = 300

/**
 * Collects single items into requests of at most `maxItems`, one request at a time. The items of a failed request
 * resolve to undefined; there is no retry.
 */
export function batchRequests<Item, Answer>(
  maxItems: number,
  send: (items: Item[]) => Promise<(Answer | undefined)[]>,
) {
  const waiting: PendingRequest<Item, Answer>[] = []
  let isSending = false

  const sendNext = async () => {
    if (isSending || !waiting.length) return
    isSending = true
    if (waiting.length < maxItems) await new Promise((resolve) => setTimeout(resolve, collectMs))
    const batch = waiting.splice(0, maxItems)
    const answers = await send(batch.map(({ item }) => item)).catch(() => [])
    for (const [index, { resolve }] of batch.entries()) resolve(answers[index])
    isSending = false
    void sendNext()
  }

  return (item: Item) =>
    new Promise<Answer | undefined>((resolve) => {
      waiting.push({ item, resolve })
      void sendNext()
    })
}
