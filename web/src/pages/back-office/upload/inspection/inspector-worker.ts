import { emptyInspection, inspectFile } from './inspect-file.ts'

/** Worker entry: receives a File, posts its FileInspection. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await inspectFile(data).catch(() => emptyInspection))
})
