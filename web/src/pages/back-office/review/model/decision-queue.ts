import type { ApiError } from '#api/api-client.ts'
import {
  type DecidedImage,
  type DecisionEntry,
  entryOf,
  isSaved,
  pending,
  type StatusChange,
} from './decision-entry.ts'
import type { decisionStorage } from './decision-storage.ts'

/** How long a decision can be undone without a trace, in ms, and how many later ones end that earlier. */
const holdMs = 5000
const heldAtMost = 3
/** Milliseconds until a request that got no answer is repeated. */
const retryMs = 5000

/** How many decisions are in each state. */
export interface QueueState {
  held: number
  sending: number
  /** Those that got no answer, and those behind them. */
  unanswered: number
  saved: number
}

export const emptyQueue: QueueState = { held: 0, sending: 0, unanswered: 0, saved: 0 }

interface QueueOptions {
  /** Writes what is wanted; the result is the image's new version, undefined where it was stored already. */
  write: (entry: Pick<DecisionEntry, 'image' | 'version' | 'wanted' | 'attempted'>) => Promise<number | undefined>
  /** A decision that was not written, and never will be. */
  onRefused: (image: DecisionEntry['image'], error: ApiError) => void
  onChange: (state: QueueState) => void
  storage: ReturnType<typeof decisionStorage>
}

/**
 * The reviewer's decisions: held (an undo leaves no trace) → sending → saved, or refused. Those without an answer are
 * sent again until there is one. Until they are saved, the browser keeps them (requirements: #held-decisions).
 */
export class DecisionQueue {
  readonly #options: QueueOptions
  /** The latest decision comes last. */
  readonly #entries = new Map<number, DecisionEntry>()
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #isOpen = false
  #isAnswered = true
  #saved = 0
  #opened = Promise.resolve()

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Opens the queue and sends what earlier documents left. */
  open() {
    this.#isOpen = true
    addEventListener('pagehide', this.#flush)
    addEventListener('online', this.#flush)
    this.#opened = this.#resume()
  }

  /** Sends everything, and closes when that is answered. */
  close() {
    this.#isOpen = false
    this.#flush()
  }

  /** Holds one decision about some images back; a later one about the same image replaces it. */
  decide(images: DecidedImage[], change: StatusChange) {
    const entries = images.map((image) => this.#want(image, change))
    setTimeout(() => {
      for (const entry of entries) if (entry.wanted === change) entry.isDue = true
      void this.#sendDue()
    }, holdMs)
    // The images of one decision share its change.
    const changes = new Set(this.#held().map(({ wanted }) => wanted))
    const latest = [...changes].slice(-heldAtMost)
    for (const entry of this.#held()) if (!latest.includes(entry.wanted)) entry.isDue = true
    void this.#sendDue()
  }

  /** Whether a decision can be undone without a trace. */
  isHeld = (id: number) => this.#held().some(({ image }) => image.id === id)

  /** Takes a decision back: one that is held never existed, any other is followed by its opposite. */
  undo(image: DecidedImage) {
    this.#want(image, pending)
    void this.#sendDue()
  }

  /** The images whose decisions are not saved, once those of earlier documents are. */
  async unsavedIds(): Promise<number[]> {
    await this.#opened
    return this.#unsaved().map(({ image }) => image.id)
  }

  async #resume() {
    for (const { id, title, version, change, attempted } of await this.#options.storage.open()) {
      // A closing document may have sent it.
      const entry = { image: { id, title }, version, stored: pending, wanted: change, attempted: attempted ?? change }
      this.#entries.set(id, { ...entry, isDue: true, isSending: false })
    }
    await this.#sendDue(true)
  }

  #unsaved = () => [...this.#entries.values()].filter((entry) => !isSaved(entry))
  #held = () => this.#unsaved().filter(({ isDue }) => !isDue)

  #want(image: DecidedImage, wanted: StatusChange) {
    const entry = entryOf(this.#entries.get(image.id), image)
    this.#entries.delete(image.id)
    this.#entries.set(image.id, Object.assign(entry, { wanted, isDue: wanted.status === 'pending' }))
    this.#store(entry)
    return entry
  }

  #store(entry: DecisionEntry) {
    const { image, version, wanted: change, attempted } = entry
    if (isSaved(entry)) void this.#options.storage.remove(image.id)
    else void this.#options.storage.put({ id: image.id, title: image.title, version, change, attempted })
  }

  async #sendDue(isRetry = false) {
    const ready = this.#unsaved().filter(
      ({ isDue, isSending, attempted }) => isDue && !isSending && (isRetry || !attempted),
    )
    const sent = ready.map((entry) => this.#send(entry))
    this.#report()
    await Promise.all(sent)
  }

  async #send(entry: DecisionEntry) {
    const { image, version, wanted, attempted } = entry
    Object.assign(entry, { isSending: true, attempted: wanted })
    try {
      const written = await this.#options.write({ image, version, wanted, attempted })
      Object.assign(entry, { version: written, stored: wanted, attempted: undefined })
      this.#isAnswered = true
      if (wanted.status !== 'pending') this.#saved++
      this.#store(entry)
    } catch (error) {
      this.#handleFailure(entry, wanted, error as ApiError)
    }
    entry.isSending = false
    void this.#sendDue()
  }

  #handleFailure(entry: DecisionEntry, change: StatusChange, error: ApiError) {
    this.#isAnswered = !isNoAnswer(error)
    if (!this.#isAnswered) {
      clearTimeout(this.#retryTimer)
      this.#retryTimer = setTimeout(() => void this.#sendDue(true), retryMs)
      return
    }
    this.#entries.delete(entry.image.id)
    void this.#options.storage.remove(entry.image.id)
    // A decision that was not written needs no undo.
    const isUndone = entry.wanted.status === 'pending' && change.status !== 'pending'
    if (!isUndone) this.#options.onRefused(entry.image, error)
  }

  #report() {
    const held = this.#held().length
    const due = this.#unsaved().length - held
    const [sending, unanswered] = this.#isAnswered ? [due, 0] : [0, due]
    this.#options.onChange({ held, sending, unanswered, saved: this.#saved })
    if (!this.#isOpen && due === 0) this.#stop()
  }

  #flush = () => {
    for (const entry of this.#unsaved()) entry.isDue = true
    void this.#sendDue(true)
  }

  #stop() {
    removeEventListener('pagehide', this.#flush)
    removeEventListener('online', this.#flush)
    clearTimeout(this.#retryTimer)
    this.#options.storage.close()
  }
}

/** No connection, an ended session, too many requests or a restarting server: the same request may succeed later. */
const isNoAnswer = ({ status }: ApiError) => [0, 401, 429, 503].includes(status)
