import type { Page } from '@playwright/test'
import { password } from './library.ts'
import { enter } from './newcomer.ts'
import { expect, expectAccessible, people, test } from './site.ts'

const path = `/admin/${people.admin.username}/cloudflare-api/`
const call = '**/configuration/cloudflare/config/'
const labels = ['API Key', 'Account ID', 'Account Hash', 'Images Domain', 'Email'] as const
const values = [
  'cfut_abcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789abcdef0123456789abcdef',
  'Vi7wi5KSItxGFsWRG2Us6Q',
  'imagedelivery.net',
  'ops@png.example',
] as const

// There is one configuration for all, so these take turns.
test.describe.configure({ mode: 'serial' })

async function open(page: Page) {
  await enter(page, { email: people.admin.email, password })
  await page.goto(path)
  await expect(page.getByLabel('Account ID')).toBeVisible()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const saved = (page: Page) => expect(page.getByText('Config saved successfully!')).toBeVisible()

test('asks for all five and says where each is to be found', async ({ page }) => {
  await open(page)
  for (const label of labels) {
    await page.getByLabel(label).fill('')
    await expect(page.getByText(`${label} is required`)).toBeHidden()
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(/\w{5}/)
  }
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await save(page)
  for (const label of labels) await expect(page.getByText(`${label} is required`)).toBeVisible()
  await expect(page.getByLabel('API Key')).toBeFocused()
  await page.getByLabel('Account ID').fill('too short')
  await expect(page.getByText('An account ID has 32 characters, 0-9 and a-f.')).toBeVisible()
  await page.getByLabel('Account ID').fill(values[1])
  await expect(page.getByText('An account ID has')).toBeHidden()
})

test('keeps what is typed, shows the key by its end alone, and keeps it when it comes back as it is', async ({
  page,
}) => {
  await open(page)
  for (const [i, label] of labels.entries()) await page.getByLabel(label).fill(` ${values[i]} `)
  await save(page)
  await saved(page)
  await expect(page.getByLabel('API Key')).toHaveValue('••••••••6789')
  await page.reload()
  for (const [i, label] of labels.slice(1).entries()) await expect(page.getByLabel(label)).toHaveValue(values[i + 1]!)
  await expect(page.getByLabel('API Key')).toHaveValue('••••••••6789')

  await page.getByLabel('Images Domain').fill('https://Images.Example.org/')
  await save(page)
  await saved(page)
  await expect(page.getByLabel('Images Domain')).toHaveValue('images.example.org')
  await expect(page.getByLabel('API Key')).toHaveValue('••••••••6789')
})

test('takes another key in place of the mask, and no half of a mask', async ({ page }) => {
  await open(page)
  const key = page.getByLabel('API Key')
  await key.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await save(page)
  await expect(page.getByText('Type the whole new key, or leave the stored one as it was shown.')).toBeVisible()
  await key.blur()
  await key.focus() // selects all, so what is typed takes its place
  await page.keyboard.type('cfut_another-key-of-forty-characters-9999')
  await expect(key).toHaveValue('cfut_another-key-of-forty-characters-9999')
  await save(page)
  await saved(page)
  await expect(key).toHaveValue('••••••••9999')
})

test('says that it failed, and keeps what was typed', async ({ page, expects }) => {
  expects.errors.push(/Failed to load resource/)
  await enter(page, { email: people.admin.email, password })
  await page.route(call, (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await page.goto(path)
  await expect(page.getByText('Failed to load the config.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Email').fill('other@png.example')
  await page.route(call, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await save(page)
  await expect(page.getByText('Failed to save config.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('other@png.example')
})

test('is for admins alone, and accessible', async ({ page }) => {
  await enter(page, { email: people.contributor.email, password })
  await page.goto(path)
  await expect(page).toHaveURL('/')
  await open(page)
  await page.getByLabel('Account Hash').fill('')
  await save(page)
  await expect(page.getByText('Account Hash is required')).toBeVisible()
  await expectAccessible(page)
})
