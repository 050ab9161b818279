import { expect, test } from 'vitest'
import { FairQueue, type Owner } from './fair-queue.ts'

interface Job {
  owner: Owner
  cost: number
  name: string
}

/** A queue with a clock of its own; `run` lets the jobs take exactly what was estimated. */
function aQueue(workers: number) {
  let now = 1000
  const queue = new FairQueue<Job>(workers, () => now)
  const add = (owner: Owner, cost: number, name = `${owner}`) => {
    const job = { owner, cost, name }
    queue.add(job)
    return job
  }
  /** Starts and ends jobs until none is left (or `count` were started), and answers their names in this order. */
  function run(count = Number.POSITIVE_INFINITY): string[] {
    const started: Job[] = []
    const running = new Map<Job, number>()
    while (started.length < count) {
      for (let job = queue.start(); job; job = queue.start()) {
        started.push(job)
        running.set(job, now + job.cost)
      }
      const [first] = [...running].sort(([, one], [, two]) => one - two)
      if (!first) break
      now = first[1]
      running.delete(first[0])
      queue.finish(first[0])
    }
    return started.map(({ name }) => name)
  }
  return { queue, add, run, pass: (ms: number) => (now += ms) }
}

const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

test('service is shared by time, not by number', () => {
  const { add, run } = aQueue(1)
  times(10, () => add(1, 1000))
  times(40, () => add(2, 100))
  const order = run(22)
  expect(order.filter((name) => name === '2').length).toBeGreaterThan(17)
})

test('an owner who arrives goes before the queued work of others, and has saved up no credit', () => {
  const { add, run } = aQueue(1)
  times(20, () => add(1, 100))
  run(10)
  times(20, () => add(2, 100))
  const order = run(10)
  expect(order[0]).toBe('2')
  expect(order.filter((name) => name === '1').length).toBeGreaterThan(3)
})

test('who sends one job after the other is charged for them like who sends all at once', () => {
  const { queue, add, pass } = aQueue(1)
  times(50, () => add(1, 100))
  const order: number[] = []
  for (let turn = 0; turn < 40; turn++) {
    if (!order.length || order.at(-1) === 2) add(2, 100)
    const job = queue.start()!
    order.push(job.owner as number)
    pass(job.cost)
    queue.finish(job)
  }
  expect(order.filter((owner) => owner === 1).length).toBeGreaterThan(15)
})

test('an owner’s large job waits at most ten times its own length for later ones', () => {
  const { queue, add, pass } = aQueue(1)
  add(1, 500, 'large')
  let passed = 0
  for (let name = ''; name !== 'large'; passed += 100) {
    add(1, 100, 'small')
    const job = queue.start()!
    name = job.name
    pass(job.cost)
    queue.finish(job)
  }
  expect(passed).toBeGreaterThan(3000)
  expect(passed).toBeLessThan(6000)
})

test('an owner’s slow jobs leave one of two workers free, and their short ones use both', () => {
  const { queue, add } = aQueue(2)
  times(3, () => add(1, 2000, 'slow'))
  expect([queue.start()?.name, queue.start()]).toEqual(['slow', undefined])
  add(1, 100, 'short')
  expect(queue.start()?.name).toBe('short')
})

test.each<[string, Owner[], (Owner | undefined)[]]>([
  ['two people use both', [1, 1, 2], [1, 2, undefined]],
  ['the operator use both', ['operator', 'operator'], ['operator', 'operator']],
  ['visitors never use the last one', [1, 'visitors'], [1, undefined]],
])('with two workers slow jobs of %s', (_, owners, started) => {
  const { queue, add } = aQueue(2)
  for (const owner of owners) add(owner, 2000)
  expect(started.map(() => queue.start()?.owner)).toEqual(started)
})

test('visitors get one job every ten seconds while people always have work', () => {
  const { add, run } = aQueue(1)
  times(5, () => add('visitors', 100))
  times(60, () => add(1, 500))
  const order = run(50)
  expect(order.filter((name) => name === 'visitors').length).toBe(2)
})

test('the predicted delay is nothing while a worker is free, or when one’s own jobs are there already', () => {
  const { queue, add } = aQueue(2)
  times(20, () => add(1, 5000))
  queue.start()
  expect([queue.delayFor(2, 5000), queue.delayFor(1, 5000)]).toEqual([0, 0])
})

test('the predicted delay counts what runs and the jobs of others that go first, not the rest of theirs', () => {
  const { queue, add, pass } = aQueue(1)
  times(20, () => add(1, 2000))
  times(20, () => add(2, 1000))
  expect(queue.start()?.owner).toBe(2)
  expect(queue.delayFor(3, 1000)).toBe(1000)
  pass(400)
  expect(queue.delayFor(3, 1000)).toBe(600)
  add(4, 1000)
  expect(queue.delayFor(3, 1000)).toBe(1600)
  expect(queue.delayFor('visitors', 10)).toBeGreaterThan(50_000)
})

test('a removed job never starts, and a job that runs cannot be removed', () => {
  const { queue, add } = aQueue(1)
  const [first, second, third] = [add(1, 10), add(1, 10), add(1, 10)]
  expect(queue.start()).toBe(first)
  expect([queue.remove(first), queue.remove(second), queue.remove(second)]).toEqual([false, true, false])
  queue.finish(first)
  expect(queue.start()).toBe(third)
})

/** Adds, starts and ends jobs at random; what breaks a rule is thrown. */
function runAtRandom(seed: number) {
  let state = seed
  const random = (below: number) => (state = (state * 48271) % 2147483647) % below
  const workers = 1 + random(4)
  const { queue, add, pass } = aQueue(workers)
  const [waiting, running] = [new Set<Job>(), new Set<Job>()]
  function startAll() {
    for (let job = queue.start(); job; job = queue.start()) {
      expect(waiting.delete(job)).toBe(true)
      running.add(job)
    }
    const isShortWaiting = [...waiting].some(({ cost }) => cost <= 250)
    expect([running.size <= workers, isShortWaiting && running.size < workers]).toEqual([true, false])
  }
  const finishOne = () => {
    const [job] = running
    running.delete(job!)
    queue.finish(job!)
  }
  for (let step = 0; step < 300; step++) {
    if (random(3)) waiting.add(add(random(4) || 'visitors', [20, 200, 2000][random(3)]!))
    startAll()
    pass(random(300))
    if (running.size && random(2)) finishOne()
  }
  for (startAll(); running.size; startAll()) finishOne()
  expect(waiting.size).toBe(0)
}

test('whatever owners do, every job starts once, and no worker idles while a short job waits', () => {
  for (let seed = 1; seed <= 40; seed++) runAtRandom(seed)
})
