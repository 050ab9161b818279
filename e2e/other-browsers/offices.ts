import type { Session } from '../../web/src/api/session.ts'
import { type Browser, until } from './browser.ts'

interface Office {
  site: string
  folder: string
  email: string
  password: string
}

/** An admin uploads an image and approves it by key; it is public then. */
export async function checkOffices(browser: Browser, { site, folder, email, password }: Office) {
  const { user } = await browser.evaluate<Session>(signIn(email, password))
  const office = `${site}/admin/${user.username}`
  const title = `Disc ${browser.name} ${Date.now()}`

  await browser.goto(`${office}/upload-images/`)
  await until(browser, 'files can be chosen', `document.querySelector('main input[type=file]') !== null`)
  await browser.evaluate(chooseDisc(`${title}.png`))
  await until(
    browser,
    'the file is inspected',
    `document.querySelector('.upload-row')?.textContent.includes('400 × 300')`,
  )
  await browser.screenshot(`${folder}/${browser.name}-upload.png`)
  await browser.evaluate(`${button('Upload 1 image')}.click()`)
  await until(browser, 'it has arrived', `document.body.textContent.includes('1 image was uploaded.')`)

  await browser.goto(`${office}/review/?username=${user.username}`)
  await until(browser, 'it is drawn', `document.querySelector('.review-stage')?.ariaBusy === 'false'`)
  await browser.screenshot(`${folder}/${browser.name}-review.png`)
  // An earlier run may have left images of its own, which come first.
  const decided = await browser.evaluate<string>('document.querySelector("main h2").textContent')
  await browser.press('a')
  await until(browser, 'the decision is taken', `document.querySelector('main').textContent.includes('1 approved')`)
  await until(browser, 'the image is public', isPublic(decided))
  console.log(`${browser.name}: an upload and its approval by key`)
}

const signIn = (email: string, password: string) => `(async () => {
  const response = await fetch('/api/v1/accounts/user/login/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(${JSON.stringify({ email, password })}),
  })
  const { data } = await response.json()
  localStorage.setItem('auth', JSON.stringify(data))
  return data
})()`

/** Draws a disc of a random colour, so that it is no look-alike, and chooses it as a PNG file. */
const chooseDisc = (name: string) => `(async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 })
  const context = canvas.getContext('2d')
  context.fillStyle = 'rgb(' + crypto.getRandomValues(new Uint8Array(3)).join() + ')'
  context.ellipse(200, 150, 60 + 120 * Math.random(), 60 + 80 * Math.random(), Math.random(), 0, 7)
  context.fill()
  const blob = await new Promise((resolve) => canvas.toBlob(resolve))
  const transfer = new DataTransfer()
  transfer.items.add(new File([blob], ${JSON.stringify(name)}, { type: 'image/png' }))
  const field = document.querySelector('main input[type=file]')
  field.files = transfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
})()`

const button = (text: string) =>
  `[...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === ${JSON.stringify(text)})`

const isPublic = (title: string) => `(async () => {
  const query = new URLSearchParams({ title: ${JSON.stringify(title)}, exact: '1' })
  const { images } = await (await fetch('/api/v1/images/approved/?' + query)).json()
  return images.some((image) => image.title === query.get('title'))
})()`
