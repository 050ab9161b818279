/** Whose work a job is: a person by their id, all visitors together, or the operator's command line. */
export type Owner = number | 'visitors' | 'operator'

export interface Work {
  owner: Owner
  /** Estimated milliseconds of one worker. */
  cost: number
}

/** Milliseconds above which a job is slow: the last free worker is not for an owner's second slow job. */
const SLOW_MS = 250
/** So many times its own length a job may wait for smaller ones of its owner that came later. */
const AGEING = 10
/** Milliseconds after which one job of the visitors starts although jobs of people wait. */
const VISITORS_TURN_MS = 10_000

/** A job that waits; the earliest deadline of an owner goes first. */
interface Waiting<T> {
  work: T
  deadline: number
}

/** What one owner has waiting and running; kept afterwards until the virtual time has passed their service. */
interface Share<T> {
  owner: Owner
  waiting: Waiting<T>[]
  running: number
  /** Milliseconds of service, on the scale of the virtual time. */
  served: number
}

/**
 * The jobs of all owners, taken in turn for `workers` of them at a time: start-time fair queueing (Goyal, 1996). The
 * owner whose next job would leave them with the least service goes first; who arrives begins at the current virtual
 * time, so an idle owner saves up no credit. Within an owner the smallest job goes first, until a larger one has waited
 * ten times its own length. Visitors go when no person's job may start. It holds no timers and starts nothing.
 */
export class FairQueue<T extends Work> {
  #workers: number
  #now: () => number
  #shares = new Map<Owner, Share<T>>()
  #running = new Map<T, number>()
  #virtualTime = 0
  #visitorsServedAt = 0

  constructor(workers: number, now: () => number = () => performance.now()) {
    this.#workers = workers
    this.#now = now
  }

  add(work: T): void {
    const share = this.#shareOf(work.owner)
    if (!share.waiting.length) this.#activate(share)
    const deadline = this.#now() + AGEING * work.cost
    const at = share.waiting.findIndex((other) => other.deadline > deadline)
    share.waiting.splice(at < 0 ? share.waiting.length : at, 0, { work, deadline })
  }

  get waiting(): number {
    return [...this.#shares.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** Takes out a job that waits; false when it does not. */
  remove(work: T): boolean {
    const share = this.#shares.get(work.owner)
    const at = share?.waiting.findIndex((one) => one.work === work) ?? -1
    if (!share || at < 0) return false
    share.waiting.splice(at, 1)
    this.#forgetIdle()
    return true
  }

  /** Empties the queue; the running jobs stay. */
  removeAll(): T[] {
    const all = [...this.#shares.values()].flatMap(({ waiting }) => waiting.map(({ work }) => work))
    for (const work of all) this.remove(work)
    return all
  }

  /** The next job, which counts as running from now on; undefined while none may start. */
  start(): T | undefined {
    const next = this.#next()
    if (!next) return undefined
    const { share, work } = next
    share.running++
    this.#running.set(work, this.#now())
    if (share.owner === 'visitors') this.#visitorsServedAt = this.#now()
    else this.#virtualTime = Math.max(this.#virtualTime, share.served)
    share.served += work.cost
    this.remove(work)
    return work
  }

  /** Ends a running job; its owner is charged what it took beyond the estimate. */
  finish(work: T): void {
    const share = this.#shareOf(work.owner)
    share.served += Math.max(0, this.#now() - this.#running.get(work)! - work.cost)
    share.running--
    this.#running.delete(work)
    this.#forgetIdle()
  }

  /**
   * Predicts for how many milliseconds the work of others would delay a job of this owner. People who have jobs here
   * already wait for their own ones, so this is 0 for them; visitors are strangers to each other.
   */
  delayFor(owner: Owner, cost: number): number {
    const own = this.#shares.get(owner)
    if (own && isActive(own) && owner !== 'visitors') return 0
    if (this.#mayStart({ owner, running: own?.running ?? 0 }, cost)) return 0
    const served = Math.max(own?.served ?? 0, this.#virtualTime)
    const finish = owner === 'visitors' ? Number.POSITIVE_INFINITY : served + cost
    const ahead = this.#otherPeople(owner).reduce((sum, share) => sum + serviceBefore(finish, share), 0)
    return (ahead + this.#remaining()) / this.#workers
  }

  #next(): { share: Share<T>; work: T } | undefined {
    const startable = [...this.#shares.values()].flatMap((share) => {
      const work = share.waiting.find((one) => this.#mayStart(share, one.work.cost))?.work
      return work ? [{ share, work, finish: share.served + work.cost }] : []
    })
    const visitors = startable.find(({ share }) => share.owner === 'visitors')
    if (visitors && this.#now() - this.#visitorsServedAt > VISITORS_TURN_MS) return visitors
    const people = startable.filter((one) => one !== visitors).sort((one, two) => one.finish - two.finish)
    return people[0] ?? visitors
  }

  /** The last free worker of several takes only short jobs or a person's only one, so that no owner holds all. */
  #mayStart({ owner, running }: Pick<Share<T>, 'owner' | 'running'>, cost: number): boolean {
    const free = this.#workers - this.#running.size
    if (free < 1) return false
    if (free > 1 || this.#workers === 1 || cost <= SLOW_MS || owner === 'operator') return true
    return owner !== 'visitors' && running === 0
  }

  #shareOf(owner: Owner): Share<T> {
    return this.#shares.getOrInsert(owner, { owner, waiting: [], running: 0, served: this.#virtualTime })
  }

  /** An owner who had nothing waiting is owed no service for that time. */
  #activate(share: Share<T>): void {
    share.served = Math.max(share.served, this.#virtualTime)
    if (share.owner === 'visitors') this.#visitorsServedAt = Math.max(this.#visitorsServedAt, this.#now())
  }

  #forgetIdle(): void {
    const shares = [...this.#shares.values()]
    const isAllDone = !shares.some(isActive)
    for (const share of shares)
      if (!isActive(share) && (isAllDone || share.served <= this.#virtualTime)) this.#shares.delete(share.owner)
  }

  #otherPeople(owner: Owner): Share<T>[] {
    return [...this.#shares.values()].filter((share) => share.owner !== owner && share.owner !== 'visitors')
  }

  #remaining(): number {
    const now = this.#now()
    return [...this.#running].reduce((sum, [{ cost }, since]) => sum + Math.max(0, cost - (now - since)), 0)
  }
}

const isActive = ({ waiting, running }: Pick<Share<Work>, 'waiting' | 'running'>) => waiting.length > 0 || running > 0

/** The milliseconds of an owner's waiting jobs that are taken before a job with this virtual finish. */
function serviceBefore<T extends Work>(finish: number, { waiting, served }: Share<T>): number {
  let sum = 0
  for (const { work } of waiting) {
    if (served + sum + work.cost > finish) break
    sum += work.cost
  }
  return sum
}
