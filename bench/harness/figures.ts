export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The median; of an even count, the mean of the middle two. Shared machines make the mean of all useless. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
export const mean = (values: number[]): number => sum(values) / (values.length || 1)

export const formatNumber = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 1000 ? 1 : 0 })
export const formatMs = (value: number): string => value.toFixed(value < 10 ? 1 : 0)
export const formatShare = (share: number): string => `${(share * 100).toFixed(share < 0.2 ? 1 : 0)} %`
