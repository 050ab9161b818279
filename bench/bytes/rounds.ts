import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from '../harness/cache-folder.ts'
import type { Comparison } from '../harness/comparison.ts'
import { findLoadTool } from '../load/load-tool.ts'
import { seededRandom, zipf } from '../scale/synthetic-library.ts'

export const [ROUNDS, SECONDS] = [12, 2]

export interface Server {
  url: string
  /** In the same order for each server. */
  paths: string[]
}

/** Requests a second of each server in each round, asked in turns; the servers that are missing are left out. */
export async function alternate(servers: (Server | null)[]): Promise<number[][]> {
  const tool = findLoadTool()
  const runs = servers.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, server] of servers.entries()) {
      if (!server) continue
      const file = join(await cacheFolder(), 'bytes-paths.txt')
      await writeFile(file, popular(server.paths).join('\n'))
      const mix = { file, from: round * 1_000 }
      if (round === 0) await tool.loadUrlList({ url: server.url, headers: {} }, mix, 1) // warms up both sides
      runs[at]!.push((await tool.loadUrlList({ url: server.url, headers: {} }, mix, SECONDS)).perSecond)
    }
  return runs.filter(({ length }) => length > 0)
}

/** Addresses as visitors ask for them, by Zipf's law. */
function popular(paths: string[]): string[] {
  const next = zipf(paths.length, seededRandom(11))
  return Array.from({ length: 20_000 }, () => paths[next()]!)
}

export const compare = (label: string, vitrine: number[], baseline: number[], target?: number): Comparison => ({
  label,
  unit: 'requests/s',
  vitrine: { perSecond: vitrine },
  baseline: { perSecond: baseline },
  ...(target !== undefined && { target }),
})
