import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

type LinkName = 'confirm-password' | 'confirm-email' | 'counter-notice'

/** The paths of the links to this page that were mailed to this address, the oldest first. */
export async function mailedLinks(name: LinkName, email: string): Promise<string[]> {
  const folder = process.env.E2E_MAILS!
  const paths: string[] = []
  const files = await readdir(folder).catch(() => []) // there is none before the first mail
  for (const file of files.toSorted()) {
    const mail = (await readFile(join(folder, file), 'utf8')).replaceAll(/=\r?\n/g, '')
    const path = new RegExp(`https?://[^/]+(/${name}(?:/[^/\\s]+)+/)`).exec(mail)?.[1]
    if (path && mail.includes(`To: ${email}`)) paths.push(path)
  }
  return paths
}

export async function mailedLink(name: LinkName, email: string): Promise<string> {
  await expect.poll(() => mailedLinks(name, email)).not.toEqual([])
  return (await mailedLinks(name, email)).at(-1)!
}
