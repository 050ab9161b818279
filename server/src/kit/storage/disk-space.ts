import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { fail } from '#kit/api-error'
import { repeatTask } from '#kit/background-task'
import type { Logger } from '#kit/logger'
import type { Metrics } from '#kit/metrics/metrics'

export type DiskSpace = ReturnType<typeof createDiskSpace>

interface DiskSpaceOptions {
  /** Existing folders; each may lie on a disk of its own. */
  folders: string[]
  /** Free bytes below which nothing new is taken; 0 never refuses. */
  floor: number
  log: Logger
}

const intervalMs = 1000

/** Watches the free space, and logs when it falls below the floor and when it is above again. */
export function createDiskSpace({ folders, floor, log }: DiskSpaceOptions) {
  let isFull = false
  const update = (free: number) => {
    if (isFull === free < floor) return
    isFull = !isFull
    const facts = { free_mb: Math.round(free / 1e6), floor_mb: Math.round(floor / 1e6) }
    if (isFull) log.warn(facts, 'the disk is nearly full: new files are refused')
    else log.info(facts, 'the disk has room again: new files are taken')
  }
  const look = async () => update(await freeBytesOf(folders))
  if (floor > 0) update(Math.min(...folders.map((folder) => freeBytes(statfsSync(folder)))))

  return {
    /** Throws `disk_full` below the floor; asked before the bytes of a new file are taken (#disk-floor). */
    assertRoom() {
      if (isFull) throw fail('disk_full')
    },
    /** Each second; a folder that is away for a moment, such as a mount, says nothing about its space. */
    watch: () => repeatTask(intervalMs, look),
  }
}

/** Of the fullest of their disks. */
export async function freeBytesOf(folders: string[]): Promise<number> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder)))
  return Math.min(...disks.map(freeBytes))
}

export function describeFreeSpace(metrics: Metrics, folders: Record<string, string>) {
  metrics.offer({
    name: 'vitrine_storage_free_bytes',
    help: 'Bytes that are free on the disk of a folder, by what it holds.',
    read: () =>
      Promise.all(
        Object.entries(folders).map(async ([folder, path]) => ({
          labels: { folder },
          value: await freeBytesOf([path]),
        })),
      ),
  })
}

/** Blocks that are free for an ordinary user, which are fewer than those for root. */
const freeBytes = ({ bavail, bsize }: { bavail: number; bsize: number }) => bavail * bsize

/** Whether writing failed for lack of room; errors of worker processes have it in the message only. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '') || /^(ENOSPC|EDQUOT): /.test(error.message)
  )
}

/** Whether the file system cannot be read or written, such as one that became read-only, or a disk that fails. */
export const isDiskAway = (error: unknown) =>
  error instanceof Error &&
  /^(EIO|EROFS|EACCES|EPERM|ENOTDIR|ESTALE)$/.test((error as NodeJS.ErrnoException).code ?? '')
