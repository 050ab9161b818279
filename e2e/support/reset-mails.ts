import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { waitForHydration } from './fixtures.ts'

/** Requests a password reset through the form and returns the path of the link in the mail. */
export async function requestResetLink(page: Page, email: string): Promise<string> {
  await page.goto('/forgot-password/')
  await waitForHydration(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Please check your email address!')).toBeVisible()
  let path: string | undefined
  await expect(async () => {
    path = await findResetLink(email)
    expect(path).toBeTruthy()
  }).toPass({ timeout: 10_000 })
  return path!
}

async function findResetLink(email: string): Promise<string | undefined> {
  const folder = process.env.E2E_MAILS!
  for (const name of (await readdir(folder)).sort().reverse()) {
    const mail = (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '')
    if (mail.includes(`To: ${email}`)) return /https?:\/\/[^/]+(\/confirm-password\/[^/\s]+\/[^/\s]+\/)/.exec(mail)?.[1]
  }
}
