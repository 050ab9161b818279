import { chromium } from '@playwright/test'

/** An image as the browser draws it on a background of one colour. */
export interface Drawing {
  width: number
  height: number
  /** RGBA, 8 bits each, opaque. */
  pixels: Buffer
}

interface EncodedDrawing {
  width: number
  height: number
  base64: string
}

/** Draws images at their natural size by a headless Chromium: that of CHROMIUM, or Playwright's own. */
export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || undefined,
    args: ['--no-sandbox', '--force-color-profile=srgb', '--disable-background-networking'],
  })
  const page = await browser.newPage()
  return {
    async draw(bytes: Buffer, mime: string, background: string): Promise<Drawing> {
      const image = `data:${mime};base64,${bytes.toString('base64')}`
      const drawing = `(${DRAW_ON_CANVAS})(${JSON.stringify({ image, background })})`
      const { width, height, base64 } = await page.evaluate<EncodedDrawing>(drawing)
      return { width, height, pixels: Buffer.from(base64, 'base64') }
    },
    close: () => browser.close(),
  }
}

/** Runs in the page, as text, since this program is compiled without the DOM's types. */
const DRAW_ON_CANVAS = `async ({ image, background }) => {
  const element = new Image()
  element.src = image
  await element.decode()
  const { naturalWidth: width, naturalHeight: height } = element
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  context.fillStyle = background
  context.fillRect(0, 0, width, height)
  context.drawImage(element, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  let binary = ''
  for (let at = 0; at < data.length; at += 32_768) binary += String.fromCharCode(...data.subarray(at, at + 32_768))
  return { width, height, base64: btoa(binary) }
}`
