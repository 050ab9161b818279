import type { CrashSite } from '../../server/test/crash/crash-site.ts'
import { filesLeftBehind } from '../../server/test/crash/library-check.ts'

/** Milliseconds within which what a killed process left has to be gone. */
export const CLEANING_MS = 60_000

export async function countLeftBehind(site: CrashSite): Promise<number> {
  await site.until(async () => (await filesLeftBehind(site)).length === 0, CLEANING_MS)
  return (await filesLeftBehind(site)).length
}
