export interface BenchmarkOptions {
  /** Images of the library, or rows where it has no files; each benchmark has a number of its own. */
  images?: number | undefined
  /** Questions of `search`, pictures of `truth` and `twins`: `tuned` to try changes on, `held-out` to measure. */
  half: Half
  /** What questions are drawn by: another seed draws others of the same kinds. */
  seed: string
  /** Parts of `crash`, numbers of `faults`; empty for all. */
  only: string[]
}

/** What is tuned is tuned on one half of questions and pictures, and measured on the other. */
export const halves = ['tuned', 'held-out'] as const
export type Half = (typeof halves)[number]

export interface Benchmark {
  name: string
  /** One line for the list. */
  description: string
  /** Runs for minutes. */
  run(options: BenchmarkOptions): Promise<Report>
}

export interface Report {
  /** Markdown. */
  lines: string[]
  /** The file in `results` that keeps it; missing where less than all was measured. */
  file?: string | false
  /** Something that must not happen has happened. */
  hasFailed?: boolean
}

/** Tells of progress; standard output is for reports. */
export const say = (line: string): void => console.error(line)

/** A table in Markdown; a missing cell is left empty. */
export function table(head: string[], rows: (string | number | undefined)[][]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell ?? '').join(' | ')} |`)
}
