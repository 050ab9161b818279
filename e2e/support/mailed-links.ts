import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openPage } from './fixtures.ts'

/** Requests a password reset through the form and returns the path of the link in the mail. */
export async function requestResetLink(page: Page, email: string): Promise<string> {
  await openPage(page, '/forgot-password/')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Please check your email address!')).toBeVisible()
  return mailedLink('confirm-password', email)
}

type LinkName = 'confirm-password' | 'confirm-email' | 'counter-notice'

/** The paths of the links to this page that were mailed to this address, the oldest first. */
export async function mailedLinks(name: LinkName, email: string): Promise<string[]> {
  const folder = process.env.E2E_MAILS!
  const paths: string[] = []
  for (const file of (await readdir(folder)).sort()) {
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
