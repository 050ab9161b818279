/** A number that some part knows at any time, read when Prometheus asks. */
export interface Source {
  name: string
  /** A sentence for a reader who does not know our code. */
  help: string
  type?: 'gauge' | 'counter'
  read(): Promise<Reading[]> | Reading[] | number
}

export interface Reading {
  value: number
  labels: Record<string, string>
}
