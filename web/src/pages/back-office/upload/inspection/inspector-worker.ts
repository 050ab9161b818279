import { emptyInspection, type FileInspection, inspectFile } from './inspect-file.ts'

/** What the worker posts: the last message for a file is complete. */
export interface InspectionMessage {
  inspection: FileInspection
  isComplete: boolean
}

/** Worker entry: receives a File, posts its FileInspection, complete at last. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  const post = (inspection: FileInspection, isComplete: boolean) =>
    postMessage({ inspection, isComplete } satisfies InspectionMessage)
  const inspection = await inspectFile(data, (known) => post(known, false)).catch(() => emptyInspection)
  post(inspection, true)
})
