/** What a part of the benchmark found. */
export interface CrashRow {
  name: string
  points: number
  kills: number
  /** Kills after which something acknowledged was gone, or something was half-done. */
  lost: number
  wrongBytes: number
  /** Files that nothing needed a minute after the last kill. */
  leftBehind: number
  seconds: number
  /** Each kill with what was wrong after it. */
  problems: string[]
}

export const isWrongBytes = (problem: string) => /other bytes/.test(problem)

export const crashColumns = ['', 'points', 'kills', 'lost', 'wrong bytes', 'left behind', 'seconds']

export const crashCells = (row: CrashRow) => [
  row.name,
  ...[row.points, row.kills, row.lost, row.wrongBytes, row.leftBehind, row.seconds].map((value) =>
    Math.round(value).toLocaleString('en'),
  ),
]
