/** What the journey needs of a browser. */
export interface Browser {
  name: string
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page, awaits its promise and returns its value as JSON. */
  evaluate<T>(expression: string): Promise<T>
  /** Saves a PNG file of what is in view. */
  screenshot(file: string): Promise<void>
  close(): Promise<void>
}
