import { emptyInspection, inspectFile } from './inspect-file.ts'

/** A worker's own file: a file comes in, what it looks like goes out. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await inspectFile(data).catch(() => emptyInspection))
})
