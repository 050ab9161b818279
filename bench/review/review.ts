import type { Benchmark } from '../harness/comparison.ts'
import { type DemoSite, startDemoSite } from '../harness/demo-site.ts'
import { median } from '../harness/median.ts'
import { openReviewPage, type Session } from './review-page.ts'

const PICTURES = 1_000
const PORT = 3991
/** Milliseconds that a reviewer looks at a picture, here a very quick one. */
const LOOK_MS = 250

/** Milliseconds from a key to the next drawn picture. */
const targets = { median: 50, p99: 200 }

interface ReviewTimes {
  /** From the key to the frame with the next picture, in milliseconds. */
  keys: number[]
  /** To decode and draw such a preview that the browser has in memory. */
  bare: number[]
}

/** A reviewer who approves by keys as fast as pictures come. */
export const review: Benchmark<ReviewTimes> = {
  name: 'review',
  description: `Review of ${PICTURES.toLocaleString('en')} pictures by keys in Chromium: key to next drawn picture.`,

  async run(say) {
    const site = await startDemoSite('demo-review', PORT, say)
    try {
      const session = await signIn(site)
      const times: ReviewTimes = { keys: [], bare: [] }
      while (times.keys.length < PICTURES) {
        await returnToQueue(site, session)
        const page = await openReviewPage(site.url, session)
        times.keys.push(...(await page.approveAll(LOOK_MS)))
        times.bare.push(...(await page.drawFromMemory(50)))
        await page.close()
        say(`${times.keys.length} pictures`)
      }
      return times
    } finally {
      await site.stop()
    }
  },

  print({ keys, bare }) {
    const [middle, p99] = [median(keys), percentile(keys, 0.99)]
    const verdict = (value: number, wanted: number) => `wanted ≤ ${wanted}${value > wanted ? ', falls short' : ''}`
    console.log(`${keys.length} pictures, a look of ${LOOK_MS} ms at each`)
    console.log(`median ${middle.toFixed(0)} ms (${verdict(middle, targets.median)})`)
    console.log(`p99 ${p99.toFixed(0)} ms (${verdict(p99, targets.p99)}), slowest ${Math.max(...keys).toFixed(0)} ms`)
    console.log(`a preview from memory ${median(bare).toFixed(0)} ms: × ${(middle / median(bare)).toFixed(1)}`)
  },
}

const percentile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!

async function signIn(site: DemoSite): Promise<Session> {
  const response = await fetch(`${site.url}/api/v1/accounts/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(site.signIn('admin')),
  })
  const { data } = (await response.json()) as { data: Session }
  return data
}

/** Sets all approved images back to pending. */
async function returnToQueue({ url }: DemoSite, { tokens }: Session) {
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' }
  for (;;) {
    const list = await fetch(`${url}/api/v1/images/approved/details/`, { headers })
    const { images } = (await list.json()) as { images: { id: number }[] }
    if (!images.length) return
    const body = JSON.stringify({ image_ids: images.map(({ id }) => id), status: 'pending' })
    await fetch(`${url}/api/v1/images/bulk-update/`, { method: 'PUT', headers, body })
  }
}
