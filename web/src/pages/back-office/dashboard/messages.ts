/** Texts of the dashboard. */
export const messages = {
  hello: (name: string) => `Hello, ${name}`,
  tiles: {
    total: 'Total Images',
    pending: 'Pending Images',
    approved: 'Approved Images',
    rejected: 'Rejected Images',
  },
  counts: 'Your images in numbers',
  downloads: 'Downloads',
  approvals: 'Approvals',
  inDays: (count: string, days: number) => `${count} in ${days} days`,
  onDay: (day: string, count: string, metric: string) => `${day}: ${count} ${metric.toLowerCase()}`,
  top: 'Downloaded most',
  times: (count: string) => `${count} ×`,
  noneYet: 'Nothing was downloaded yet. What visitors take will show here.',
  failed: 'The numbers of the last days could not be loaded.',
}
