declare module 'negotiator' {
  class Negotiator {
    constructor(request: { headers: Record<string, string> })
    encodings(available: string[], options: { preferred: string[] }): string[]
  }
  export = Negotiator
}
