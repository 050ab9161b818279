import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Session } from '../../web/src/api/session.ts'
import { type Browser, until } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

/*
 * Opens a running site in Firefox and WebKit, where the machine has them (Debian: firefox-esr, webkit2gtk-driver,
 * xvfb): `xvfb-run -a node e2e/other-browsers/check.ts http://localhost:3000`. With the address and password of an
 * admin behind it, it uploads an image and reviews it too. Screenshots are saved in test-results/.
 */
const [site = 'http://localhost:3000', email, password] = process.argv.slice(2)
const folder = 'test-results/other-browsers'

const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)
const webDriver = ['/usr/bin/WebKitWebDriver'].find(existsSync)
const miniBrowser = ['4.1', '4.0', '6.0']
  .map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`)
  .find(existsSync)

/** Home, results, an image's page and its download. */
async function check(browser: Browser) {
  try {
    await browser.goto(`${site}/`)
    await until(browser, 'the first card is drawn', `document.querySelector('.card img')?.naturalWidth > 0`)
    assert.match(await browser.evaluate('document.querySelector("h1").textContent'), /^Free download/)
    await browser.screenshot(`${folder}/${browser.name}-home.png`)

    const title = await browser.evaluate<string>('document.querySelector(".card img").alt')
    await until(browser, 'the page is hydrated', isHydrated)
    await browser.evaluate(type(title))
    await until(browser, 'the heading names the search', `document.querySelector('h1').textContent.startsWith('“')`)
    await until(browser, 'the result is drawn', `document.querySelector('.card img')?.naturalWidth > 0`)
    await browser.screenshot(`${folder}/${browser.name}-results.png`)

    await browser.evaluate('document.querySelector(".card a").click()')
    await until(browser, 'the stage is drawn', `document.querySelector('.stage img')?.naturalWidth > 0`)
    await until(
      browser,
      'its facts are there',
      `[...document.querySelectorAll('dl')].some((dl) => dl.textContent.includes('image/png'))`,
    )
    await browser.screenshot(`${folder}/${browser.name}-detail.png`)

    const { original, download } = await browser.evaluate<{ original: string; download: string }>(downloads)
    assert.equal(download, original)
    console.log(`${browser.name}: home, results, detail and a download of identical bytes`)
    if (email && password) await checkOffices(browser)
  } finally {
    await browser.close()
  }
}

/** React marks the root it has hydrated; a pointer over the page makes that happen at once. */
const isHydrated = `(document.dispatchEvent(new Event('pointerover')), dispatchEvent(new Event('pointerover')),
  Object.keys(document.getElementById('root')).some((key) => key.startsWith('__react')))`

const type = (text: string) => `(() => {
  const field = document.querySelector('input[name=title]')
  field.focus()
  field.value = ${JSON.stringify(text)}
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.form.requestSubmit()
})()`

/** SHA-256 of the file behind the download button, and of the original that the API names. */
const downloads = `(async () => {
  const digest = async (address) => {
    const bytes = await (await fetch(address)).arrayBuffer()
    return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join()
  }
  const { image } = await (await fetch('/api/v1/images/' + location.pathname.split('/')[2] + '/')).json()
  const { href } = document.querySelector('a.main[download]')
  return { original: await digest(image.main_url), download: await digest(href) }
})()`

/** An admin uploads an image and approves it by key; it is public then. */
async function checkOffices(browser: Browser) {
  const { user } = await browser.evaluate<Session>(signIn)
  const office = `${site}/admin/${user.username}`
  const title = `Disc ${browser.name} ${Date.now()}`

  await browser.goto(`${office}/upload-images/`)
  await until(browser, 'files can be chosen', `document.querySelector('main input[type=file]') !== null`)
  await browser.evaluate(chooseDisc(`${title}.png`))
  await until(browser, 'the draft is there', `document.querySelector('.tile')?.textContent.includes('Draft')`)
  await browser.screenshot(`${folder}/${browser.name}-upload.png`)
  await browser.evaluate(`${button('Submit 1')}.click()`)
  await until(browser, 'it is submitted', `document.body.textContent.includes('1 image submitted.')`)

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

const signIn = `(async () => {
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

await mkdir(folder, { recursive: true })
if (firefox) await check(await startFirefox(firefox))
else console.log('There is no Firefox.')
if (webDriver && miniBrowser) await check(await startWebKit(webDriver, miniBrowser))
else console.log('There is no WebKit with a WebDriver.')
