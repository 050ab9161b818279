import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

export async function download(page: Page, act: () => Promise<void>) {
  const started = page.waitForEvent('download')
  await act()
  const file = await started
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
