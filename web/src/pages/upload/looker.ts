import { lookAt, noLook } from './look.ts'

/** A worker's own file: a file comes in, what it looks like goes out. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await lookAt(data).catch(() => noLook))
})
