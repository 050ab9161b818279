import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Browser, until } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { checkOffices } from './offices.ts'
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
    if (email && password) await checkOffices(browser, { site, folder, email, password })
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

await mkdir(folder, { recursive: true })
if (firefox) await check(await startFirefox(firefox))
else console.log('There is no Firefox.')
if (webDriver && miniBrowser) await check(await startWebKit(webDriver, miniBrowser))
else console.log('There is no WebKit with a WebDriver.')
