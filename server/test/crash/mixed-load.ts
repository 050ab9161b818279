import { setTimeout as sleep } from 'node:timers/promises'
import { sha256Of } from '../png.ts'
import type { Answer, CrashSite } from './crash-site.ts'
import { decision, fileForm, isDone, newPng, rowOf } from './library-requests.ts'

/** What is known of an image: each field has the value that was acknowledged, or those that it may have. */
interface KnownImage {
  id: number
  sha256: string
  title: string
  status: string
  isDeleted: boolean
  /** A change without an answer, which may have been made. */
  unanswered?: Partial<Pick<KnownImage, 'title' | 'status' | 'isDeleted'>>
}

/** People who upload, edit, decide and delete, each their own images, with the history of what was acknowledged. */
export class MixedLoad {
  readonly #site: CrashSite
  #images: KnownImage[] = []
  #unansweredUploads: { title: string; sha256: string }[] = []
  #count = 0
  #isStopped = false
  acknowledged = 0
  refused = 0
  /** Statuses of what was refused; 0 where no answer came. */
  readonly refusals = new Set<number>()

  constructor(site: CrashSite) {
    this.#site = site
  }

  /** Goes on until the site is killed, or the load is stopped. */
  async run(clients: number): Promise<void> {
    this.#isStopped = false
    await Promise.all(Array.from({ length: clients }, (_, client) => this.#runClient(client, clients)))
  }

  async #runClient(client: number, clients: number): Promise<void> {
    while (this.#site.isRunning && !this.#isStopped) {
      const own = this.#images.filter(
        ({ id, isDeleted, unanswered }) => id % clients === client && !isDeleted && !unanswered,
      )
      const image = own[Math.floor(Math.random() * own.length)]
      const isAnswered = !image || Math.random() < 0.4 ? await this.#upload() : await this.#change(image)
      if (!isAnswered) return
    }
  }

  async #upload(): Promise<boolean> {
    const [png, title] = [newPng(), `Load${++this.#count}`]
    const upload = { title, sha256: sha256Of(png) }
    this.#unansweredUploads.push(upload)
    const form = fileForm('images', png, `${title}.png`, { title })
    const answer = await this.#site.send('POST', '/api/v1/images/upload/', { person: this.#site.owner, form }, false)
    if (answer === null || !isDone(answer)) return this.#refused(answer)
    this.#unansweredUploads = this.#unansweredUploads.filter((one) => one !== upload)
    this.acknowledged++
    this.#images.push({ ...upload, id: answer.body.images[0]!.id, status: 'pending', isDeleted: false })
    return true
  }

  async #change(image: KnownImage): Promise<boolean> {
    const { owner } = this.#site
    const title = `Renamed${++this.#count}`
    const changes = [
      { after: { title }, path: `update/${image.id}`, call: { person: this.#site.admin, json: { title } } },
      { after: { status: 'approved' }, path: 'bulk-update', call: decision(this.#site, image.id, 'approved') },
      { after: { status: 'rejected' }, path: 'bulk-update', call: decision(this.#site, image.id, 'rejected') },
      { after: { isDeleted: true }, path: 'deletes', call: { person: owner, json: { image_ids: [image.id] } } },
    ]
    const { after, path, call } = changes[Math.floor(Math.random() * changes.length)]!
    image.unanswered = after
    const answer = await this.#site.send(path === 'deletes' ? 'POST' : 'PUT', `/api/v1/images/${path}/`, call, false)
    if (answer === null || !isDone(answer)) return this.#refused(answer)
    delete image.unanswered
    this.acknowledged++
    Object.assign(image, after)
    return true
  }

  /** What was refused may have been done, as when the database goes away before it answers. */
  async #refused(answer: Answer): Promise<boolean> {
    if (answer) await sleep(50)
    if (!this.#site.isRunning) return false
    this.refused++
    this.refusals.add(answer?.status ?? 0)
    return !this.#isStopped
  }

  /** Lets the requests that run end. */
  stop(): void {
    this.#isStopped = true
  }

  /** Compares the history with the restarted site, and learns what became of what was not answered. */
  async compare(): Promise<string[]> {
    const problems: string[] = []
    for (const image of this.#images) problems.push(...(await this.#compareImage(image)))
    for (const { title, sha256 } of this.#unansweredUploads) {
      const rows = await this.#site.db.selectFrom('images').selectAll().where('sha256', '=', sha256).execute()
      if (rows.length > 1) problems.push(`${title} is there ${rows.length} times.`)
      for (const { id } of rows) this.#images.push({ id, sha256, title, status: 'pending', isDeleted: false })
    }
    this.#unansweredUploads = []
    return problems
  }

  async #compareImage(image: KnownImage): Promise<string[]> {
    const row = await rowOf(this.#site, image.id)
    if (!row) return [`Image ${image.id} is lost.`]
    const actual = { title: row.title, status: row.status as string, isDeleted: row.trashed_at !== null }
    const { unanswered } = image
    delete image.unanswered
    const problems: string[] = []
    for (const field of ['title', 'status', 'isDeleted'] as const) {
      const isKnown = actual[field] === image[field] || (unanswered && actual[field] === unanswered[field])
      if (!isKnown) problems.push(`The ${field} of image ${image.id} is ${actual[field]}, not ${image[field]}.`)
    }
    if (row.sha256 !== image.sha256) problems.push(`Image ${image.id} has other bytes.`)
    Object.assign(image, actual)
    return problems
  }
}
