import { messages } from '../messages.ts'
import { isReady } from '../model/upload.ts'
import type { UploadList } from '../model/upload-list.ts'
import type { UploadListState } from '../model/upload-store.ts'

/** Says what an earlier tab did not send, and offers to go on. */
export function LeftOver({ list, state: { leftOver, uploads } }: { list: UploadList; state: UploadListState }) {
  return (
    <div role="status">
      {leftOver && uploads.some(isReady) && (
        <div className="panel mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4">
          <p className="font-medium tabular-nums">{messages.leftOver(leftOver.unsent, leftOver.total)}</p>
          <div className="flex flex-wrap gap-2.5">
            <button type="button" className="button small" onClick={list.dismissLeftOver}>
              {messages.notNow}
            </button>
            <button type="button" className="button main small" onClick={list.upload}>
              {messages.goOn}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
